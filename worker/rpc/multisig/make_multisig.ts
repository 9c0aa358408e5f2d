import { list, text, u32 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { makingErrors } from './refusals.ts'

export const make_multisig = walletMethod({
  summary: 'Makes the wallet multisig, with the messages of the other members',
  params: {
    multisig_info: list(text).default([]).describe('One message of each other member.'),
    threshold: u32.default(0).describe('Number of members that must sign.'),
    password: text
      .default('')
      .secret()
      .describe('Ignored. The password of the wallet does not change.'),
  },
  result: {
    address: text.describe('Empty until the key exchange is complete.'),
    multisig_info: text.describe('Message for every other member.'),
  },
  refusedWhen: ['restricted', 'background'],
  errors: makingErrors,
  takesSets: true,
  source: 'wallet/wallet_rpc_server.cpp on_make_multisig',

  async run(wallet, { multisig_info, threshold }) {
    const message = await wallet.multisig.make(threshold, multisig_info)
    return { address: wallet.primaryAddress, multisig_info: message }
  },
})
