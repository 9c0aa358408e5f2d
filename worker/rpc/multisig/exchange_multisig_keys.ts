import { bool, list, text } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { exchangeErrors, exchanging } from './refusals.ts'

export const exchange_multisig_keys = walletMethod({
  summary: 'Exchange keys with peers, a round',
  params: {
    password: text.default('').secret().describe('Not needed: the wallet keeps the one it has.'),
    multisig_info: list(text)
      .default([])
      .describe('Of each peer; none to be told once more what the wallet told last.'),
    force_update_use_with_caution: bool
      .default(false)
      .describe('Go on with what fewer peers told, which is safe only where these are honest.'),
  },
  result: {
    address: text.describe('Once all have exchanged all keys, and seen that they are the same.'),
    multisig_info: text.describe('For each peer.'),
  },
  refusedWhen: ['restricted'],
  errors: exchangeErrors,
  source: 'wallet/wallet_rpc_server.cpp on_exchange_multisig_keys',

  async run(wallet, { multisig_info, force_update_use_with_caution }) {
    const { multisig } = wallet
    const message = await exchanging('exchange_multisig_info', () =>
      multisig.exchange(multisig_info, force_update_use_with_caution),
    )
    return { address: multisig.state.ready ? wallet.primaryAddress : '', multisig_info: message }
  },
})
