import { RpcError } from '#protocol/errors.ts'
import { text } from '#protocol/fields.ts'
import { WrongPassword } from '../../engine/store/errors.ts'
import { walletMethod } from '../method.ts'

export const change_wallet_password = walletMethod({
  summary: 'Changes the password of the open wallet',
  params: {
    old_password: text.default('').secret(),
    new_password: text.default('').secret(),
  },
  result: {},
  refusedWhen: ['restricted', 'background'],
  errors: ['INVALID_PASSWORD', 'UNKNOWN_ERROR'],
  source: 'wallet/wallet_rpc_server.cpp on_change_wallet_password',

  async run(wallet, { old_password, new_password }) {
    try {
      await wallet.changePassword(old_password, new_password)
    } catch (error) {
      if (!(error instanceof WrongPassword)) throw error
      throw new RpcError('INVALID_PASSWORD', 'Invalid original password.')
    }
    return {}
  },
})
