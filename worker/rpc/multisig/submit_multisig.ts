import { list, text } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { memberErrors, refuseReady } from './refusals.ts'

export const submit_multisig = walletMethod({
  summary: 'Send a set of multisig transactions that enough have signed',
  params: { tx_data_hex: text.default('').describe('The set.') },
  result: { tx_hash_list: list(text) },
  refusedWhen: ['restricted'],
  errors: memberErrors,
  caution: 'spends',
  source: 'wallet/wallet_rpc_server.cpp on_submit_multisig',

  run: refuseReady,
})
