import { bool, text } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { makingErrors } from './refusals.ts'

export const prepare_multisig = walletMethod({
  summary: 'Starts the conversion of the wallet to multisig',
  params: {
    enable_multisig_experimental: bool
      .default(false)
      .describe('Enable multisig for this wallet, although funds can be lost.'),
  },
  result: {
    multisig_info: text.describe(
      'Message for every other member. It contains a part of the view key.',
    ),
  },
  refusedWhen: ['restricted', 'background'],
  errors: makingErrors,
  caution: 'reveals',
  source: 'wallet/wallet_rpc_server.cpp on_prepare_multisig',

  run: async ({ multisig }, { enable_multisig_experimental }) => ({
    multisig_info: await multisig.prepare(enable_multisig_experimental),
  }),
})
