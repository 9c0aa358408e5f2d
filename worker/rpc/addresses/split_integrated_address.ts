import { formatAddress } from '#protocol/address.ts'
import { RpcError } from '#protocol/errors.ts'
import { bool, text } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'

export const split_integrated_address = walletMethod({
  summary: 'Address and payment id of an integrated address',
  params: { integrated_address: text.default('') },
  result: {
    standard_address: text,
    payment_id: text.describe('16 hex digits.'),
    is_subaddress: bool,
  },
  errors: ['WRONG_ADDRESS'],
  source: 'wallet/wallet_rpc_server.cpp on_split_integrated_address',

  run(wallet, { integrated_address }) {
    const found = wallet.readAddress(integrated_address)
    if (!found) throw new RpcError('WRONG_ADDRESS', 'Invalid address')
    const { paymentId, ...base } = found
    if (paymentId === undefined)
      throw new RpcError('WRONG_ADDRESS', 'Address is not an integrated address')
    const standard_address = formatAddress({ ...base, kind: 'standard' })
    return { standard_address, payment_id: paymentId, is_subaddress: false }
  },
})
