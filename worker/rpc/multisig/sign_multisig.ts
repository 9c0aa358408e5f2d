import { list, text } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { memberErrors, refuseReady } from './refusals.ts'

export const sign_multisig = walletMethod({
  summary: 'Sign a set of multisig transactions',
  params: { tx_data_hex: text.default('').describe('The set.') },
  result: { tx_data_hex: text, tx_hash_list: list(text) },
  refusedWhen: ['restricted'],
  errors: memberErrors,
  caution: 'spends',
  source: 'wallet/wallet_rpc_server.cpp on_sign_multisig',

  run: refuseReady,
})
