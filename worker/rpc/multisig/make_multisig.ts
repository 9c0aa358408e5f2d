import { list, text, u32 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { makingErrors } from './refusals.ts'

export const make_multisig = walletMethod({
  summary: 'Make the wallet multisig, with what its peers prepared',
  params: {
    multisig_info: list(text).default([]).describe('Of each peer.'),
    threshold: u32.default(0).describe('How many must sign.'),
    password: text.default('').secret().describe('Not needed: the wallet keeps the one it has.'),
  },
  result: {
    address: text.describe('Empty until the peers have exchanged all keys.'),
    multisig_info: text.describe('For each peer.'),
  },
  refusedWhen: ['restricted', 'background'],
  errors: makingErrors,
  source: 'wallet/wallet_rpc_server.cpp on_make_multisig',

  async run(wallet, { multisig_info, threshold }) {
    const message = await wallet.multisig.make(threshold, multisig_info)
    return { address: wallet.primaryAddress, multisig_info: message }
  },
})
