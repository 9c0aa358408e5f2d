import { RpcError } from '#protocol/errors.ts'
import { bool, u64 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { requireTrustedDaemon } from '../sync/trusted.ts'
import { orUndefined } from '../../engine/base/or-undefined.ts'

export const start_mining = walletMethod({
  summary: 'Have the daemon mine to our primary address',
  params: {
    threads_count: u64.default(0n).describe('From 1 to as many as this machine has, or 2.'),
    do_background_mining: bool.default(false).describe('Only while the machine has nothing to do.'),
    ignore_battery: bool.default(false).describe('Also while it runs on battery.'),
  },
  result: {},
  refusedWhen: ['restricted'],
  errors: ['UNKNOWN_ERROR'],
  source: 'wallet/wallet_rpc_server.cpp on_start_mining',

  async run(wallet, { threads_count, do_background_mining, ignore_battery }) {
    requireTrustedDaemon(wallet)
    const most = Math.max(wallet.ports.concurrency, 2)
    if (threads_count < 1n || threads_count > BigInt(most))
      throw new RpcError('UNKNOWN_ERROR', 'The specified number of threads is inappropriate.')
    const miner_address = wallet.primaryAddress
    const asked = wallet.daemon?.json.start_mining({
      miner_address,
      threads_count,
      do_background_mining,
      ignore_battery,
    })
    if (!(await orUndefined(asked)))
      throw new RpcError('UNKNOWN_ERROR', "Couldn't start mining due to unknown error.")
    return {}
  },
})
