import { text } from '#protocol/fields.ts'
import { longHex } from '#protocol/hex.ts'
import { walletMethod } from '../method.ts'
import { memberErrors } from './refusals.ts'

export const export_multisig_info = walletMethod({
  summary: 'Multisig info that other members need to sign payments',
  params: {},
  result: {
    info: text.describe('In hex, for every other member. It invalidates earlier exports.'),
  },
  refusedWhen: ['restricted'],
  errors: memberErrors,
  source: 'wallet/wallet_rpc_server.cpp on_export_multisig',

  run: async ({ multisig }) => ({ info: longHex(await multisig.export()) }),
})
