import { text } from '#protocol/fields.ts'
import { longHex } from '#protocol/hex.ts'
import { walletMethod } from '../method.ts'
import { memberErrors } from './refusals.ts'

export const export_multisig_info = walletMethod({
  summary: 'What peers need to spend what this wallet received',
  params: {},
  result: {
    info: text.describe('For each peer, in hex. One exported before is of no use any more.'),
  },
  refusedWhen: ['restricted'],
  errors: memberErrors,
  source: 'wallet/wallet_rpc_server.cpp on_export_multisig',

  run: async ({ multisig }) => ({ info: longHex(await multisig.export()) }),
})
