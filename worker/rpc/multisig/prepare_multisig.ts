import { bool, text } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { makingErrors } from './refusals.ts'

export const prepare_multisig = walletMethod({
  summary: 'Begin to make the wallet multisig',
  params: {
    enable_multisig_experimental: bool
      .default(false)
      .describe('Allow it for this wallet, although money can be lost by it.'),
  },
  result: { multisig_info: text.describe('For each peer. It holds a part of the view key.') },
  refusedWhen: ['restricted', 'background'],
  errors: makingErrors,
  caution: 'reveals',
  source: 'wallet/wallet_rpc_server.cpp on_prepare_multisig',

  run: async ({ multisig }, { enable_multisig_experimental }) => ({
    multisig_info: await multisig.prepare(enable_multisig_experimental),
  }),
})
