import { RpcError } from '#protocol/errors.ts'
import { walletMethod } from '../method.ts'
import { orUndefined } from '../../engine/base/or-undefined.ts'

export const stop_mining = walletMethod({
  summary: 'Makes the daemon stop mining',
  params: {},
  result: {},
  refusedWhen: ['restricted'],
  errors: ['UNKNOWN_ERROR'],
  source: 'wallet/wallet_rpc_server.cpp on_stop_mining',

  async run(wallet) {
    if (!(await orUndefined(wallet.daemon?.json.stop_mining({}))))
      throw new RpcError('UNKNOWN_ERROR', "Couldn't stop mining due to unknown error.")
    return {}
  },
})
