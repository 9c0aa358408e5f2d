import { RpcError } from '#protocol/errors.ts'
import { text, u64 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'

export const make_uri = walletMethod({
  summary: 'Makes a payment request URI',
  params: {
    address: text.default(''),
    payment_id: text.default('').describe('Not accepted: use an integrated address instead.'),
    amount: u64.default(0n).describe('In piconero; 0 for any amount.'),
    tx_description: text.default(''),
    recipient_name: text.default(''),
  },
  result: { uri: text },
  errors: ['WRONG_URI'],
  source: 'wallet/wallet_rpc_server.cpp on_make_uri',

  async run(wallet, { address, payment_id, amount, tx_description, recipient_name }) {
    // Only here: a page that needs no URI never downloads it.
    const { makeUri } = await import('#protocol/uri.ts')
    const made = makeUri(
      {
        address,
        amount,
        paymentId: payment_id,
        recipientName: recipient_name,
        description: tx_description,
      },
      (given) => wallet.readAddress(given),
    )
    if ('error' in made)
      throw new RpcError('WRONG_URI', `Cannot make URI from supplied parameters: ${made.error}`)
    return made
  },
})
