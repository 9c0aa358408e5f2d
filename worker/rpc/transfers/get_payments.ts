import { RpcError } from '#protocol/errors.ts'
import { text } from '#protocol/fields.ts'
import { isHex } from '#protocol/hex.ts'
import { listPayments } from '../../engine/ledger/received-payments.ts'
import { walletMethod } from '../method.ts'
import { payments, wirePayment } from './payment.ts'

export const get_payments = walletMethod({
  summary: 'Payments received with a payment id',
  params: { payment_id: text.default('').describe('16 or 64 hex digits.') },
  result: { payments },
  errors: ['WRONG_PAYMENT_ID'],
  source: 'wallet/wallet_rpc_server.cpp on_get_payments',

  run(wallet, { payment_id }) {
    if (!isHex(payment_id)) throw new RpcError('WRONG_PAYMENT_ID', 'Payment ID has invalid format')
    if (payment_id.length !== 16 && payment_id.length !== 64)
      throw new RpcError('WRONG_PAYMENT_ID', `Payment ID has invalid size: ${payment_id}`)
    const found = listPayments(wallet, { paymentId: payment_id.toLowerCase() })
    return { payments: found.map(wirePayment(payment_id)) }
  },
})
