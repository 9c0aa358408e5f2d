import { list, text } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { exchangeErrors, exchanging } from './refusals.ts'

export const finalize_multisig = walletMethod({
  summary: 'Does the last round of the key exchange',
  params: {
    multisig_info: list(text).default([]).describe('One message of each other member.'),
    password: text
      .default('')
      .secret()
      .describe('Ignored. The password of the wallet does not change.'),
  },
  result: { address: text },
  refusedWhen: ['restricted'],
  errors: [...exchangeErrors, 'ALREADY_MULTISIG'],
  takesSets: true,
  source: 'wallet/wallet_rpc_server.cpp on_finalize_multisig',

  async run(wallet, { multisig_info }) {
    await exchanging('finalize_multisig', () => wallet.multisig.finalize(multisig_info))
    return { address: wallet.primaryAddress }
  },
})
