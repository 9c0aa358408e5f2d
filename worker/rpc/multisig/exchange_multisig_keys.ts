import { bool, list, text } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { exchangeErrors, exchanging } from './refusals.ts'

export const exchange_multisig_keys = walletMethod({
  summary: 'Does one round of the key exchange',
  params: {
    password: text
      .default('')
      .secret()
      .describe('Ignored. The password of the wallet does not change.'),
    multisig_info: list(text).default([]).describe('One message of each other member.'),
    force_update_use_with_caution: bool
      .default(false)
      .describe(
        'Continue with the messages of fewer members; safe only if these members are honest.',
      ),
    resend: bool
      .default(false)
      .describe(
        'Return the last message of this wallet again, if it was lost. No other param is then read.',
      ),
  },
  result: {
    address: text.describe('Set after the last round, which confirms the keys of all members.'),
    multisig_info: text.describe('Message for every other member.'),
  },
  refusedWhen: ['restricted'],
  errors: exchangeErrors,
  takesSets: true,
  source: 'wallet/wallet_rpc_server.cpp on_exchange_multisig_keys',

  async run(wallet, { multisig_info, force_update_use_with_caution, resend }) {
    const { multisig } = wallet
    const message = resend
      ? await multisig.lastMessage()
      : await exchanging('exchange_multisig_info', () =>
          multisig.exchange(multisig_info, force_update_use_with_caution),
        )
    return { address: multisig.state.ready ? wallet.primaryAddress : '', multisig_info: message }
  },
})
