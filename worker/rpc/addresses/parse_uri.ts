import { RpcError } from '#protocol/errors.ts'
import { list, object, text, u64 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'

export const parse_uri = walletMethod({
  summary: 'Parses a payment request URI',
  params: { uri: text.default('') },
  result: {
    uri: object({
      address: text,
      payment_id: text,
      amount: u64.describe('In piconero; 0 if the request has no amount.'),
      tx_description: text,
      recipient_name: text,
    }),
    unknown_parameters: list(text).describe('Unknown parameters, as written.'),
  },
  errors: ['WRONG_URI'],
  source: 'wallet/wallet_rpc_server.cpp on_parse_uri',

  async run(wallet, { uri }) {
    // Only here: a page that needs no URI never downloads it.
    const { parseUri } = await import('#protocol/uri.ts')
    const parsed = parseUri(uri, (given) => wallet.readAddress(given))
    if ('error' in parsed) throw new RpcError('WRONG_URI', `Error parsing URI: ${parsed.error}`)
    const { address, paymentId, amount, description, recipientName } = parsed.request
    return {
      uri: {
        address,
        amount,
        payment_id: paymentId,
        tx_description: description,
        recipient_name: recipientName,
      },
      unknown_parameters: parsed.unknownParameters,
    }
  },
})
