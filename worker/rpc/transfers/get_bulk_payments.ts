import { RpcError } from '#protocol/errors.ts'
import { list, text, u64 } from '#protocol/fields.ts'
import { listPayments, fullPaymentId } from '../../engine/ledger/received-payments.ts'
import { walletMethod } from '../method.ts'
import { payments, wirePayment } from './payment.ts'

export const get_bulk_payments = walletMethod({
  summary: 'Payments received with one of several payment ids',
  params: {
    payment_ids: list(text)
      .default([])
      .describe('16 or 64 hex digits each; if empty, all payment ids.'),
    min_block_height: u64.default(0n).describe('Only above this height.'),
  },
  result: { payments },
  errors: ['WRONG_PAYMENT_ID'],
  source: 'wallet/wallet_rpc_server.cpp on_get_bulk_payments',

  run(wallet, { payment_ids, min_block_height: above }) {
    if (payment_ids.length === 0) {
      const all = listPayments(wallet, { above })
      return { payments: all.map((each) => wirePayment(fullPaymentId(each.paymentId))(each)) }
    }
    for (const id of payment_ids) requirePaymentId(id)
    const found = payment_ids.flatMap((id) =>
      listPayments(wallet, { paymentId: id.toLowerCase(), above }).map(wirePayment(id)),
    )
    return { payments: found }
  },
})

function requirePaymentId(id: string) {
  if (id.length !== 16 && id.length !== 64)
    throw new RpcError('WRONG_PAYMENT_ID', `Payment ID has invalid size: ${id}`)
  if (!/^[0-9a-f]*$/i.test(id))
    throw new RpcError('WRONG_PAYMENT_ID', `Payment ID has invalid format: ${id}`)
}
