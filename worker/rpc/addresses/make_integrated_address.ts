import { bytesToHex } from '@noble/hashes/utils.js'
import { formatAddress } from '#protocol/address.ts'
import { RpcError } from '#protocol/errors.ts'
import { text } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'

export const make_integrated_address = walletMethod({
  summary: 'Makes an integrated address: an address with a payment id',
  params: {
    standard_address: text.default('').describe('Address to extend; the primary address if empty.'),
    payment_id: text.default('').describe('16 hex digits; random if empty.'),
  },
  result: {
    integrated_address: text,
    payment_id: text.describe('16 hex digits.'),
  },
  errors: ['WRONG_ADDRESS', 'WRONG_PAYMENT_ID'],
  source: 'wallet/wallet_rpc_server.cpp on_make_integrated_address',

  run(wallet, { standard_address, payment_id }) {
    if (payment_id !== '' && !/^[0-9a-f]{16}$/i.test(payment_id))
      throw new RpcError('WRONG_PAYMENT_ID', 'Invalid payment ID')
    const paymentId = payment_id.toLowerCase() || bytesToHex(wallet.ports.random(8))

    const base = wallet.readAddress(standard_address || wallet.primaryAddress)
    if (!base) throw new RpcError('WRONG_ADDRESS', 'Invalid address')
    if (base.kind === 'subaddress')
      throw new RpcError('WRONG_ADDRESS', "Subaddress shouldn't be used")
    if (base.kind === 'integrated')
      throw new RpcError('WRONG_ADDRESS', 'Already integrated address')

    const integrated_address = formatAddress({ ...base, kind: 'integrated', paymentId })
    return { integrated_address, payment_id: paymentId }
  },
})
