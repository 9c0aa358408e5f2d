import { describe, expect, test } from 'vitest'
import {
  fullPaymentId,
  listPayments,
  type PaymentFilter,
} from '../../../../worker/engine/ledger/received-payments.ts'
import { index, receivedRecord, transferParts } from '../../../support/wallets/transfer-records.ts'

const short = '0123456789abcdef'
const long = 'ab'.repeat(32)
const none = '0'.repeat(16)

describe('listPayments', () => {
  const parts = transferParts({
    received: [
      receivedRecord({ txid: 'new', paymentId: short, height: 995n }),
      receivedRecord({ txid: 'old', paymentId: short, height: 10n, subaddress: index(1, 2) }),
      receivedRecord({ txid: 'plain', paymentId: none, height: 500n }),
      receivedRecord({ txid: 'long', paymentId: long, height: 500n }),
    ],
  })
  const txids = (filter: PaymentFilter) => listPayments(parts, filter).map(({ txid }) => txid)

  test.each<[string, PaymentFilter, string[]]>([
    ['every payment, oldest first', {}, ['old', 'plain', 'long', 'new']],
    ['a payment id of 8 bytes', { paymentId: short }, ['old', 'new']],
    ['the same, padded with zeros', { paymentId: short.padEnd(64, '0') }, ['old', 'new']],
    ['a payment id of 32 bytes', { paymentId: long }, ['long']],
    ['no payment id', { paymentId: none }, ['plain']],
    ['another payment id', { paymentId: 'cd'.repeat(32) }, []],
    ['blocks above a height', { above: 500n }, ['new']],
    ['both', { paymentId: short, above: 9n }, ['old', 'new']],
  ])('lists %s', (_, filter, expected) => {
    expect(txids(filter)).toEqual(expected)
  })

  test('shows the address that received, and whether the payment is locked or unverified', () => {
    expect(listPayments(parts, { paymentId: short })).toEqual([
      {
        ...receivedRecord({ txid: 'old', paymentId: short, height: 10n, subaddress: index(1, 2) }),
        address: '1:2',
        locked: false,
        unverified: true,
        pinned: false,
      },
      {
        ...receivedRecord({ txid: 'new', paymentId: short, height: 995n }),
        address: '0:0',
        locked: true,
        unverified: true,
        pinned: false,
      },
    ])
  })
})

test('fullPaymentId pads a payment id of 8 bytes to 32, and keeps a longer one', () => {
  expect(fullPaymentId(short)).toBe(short + '0'.repeat(48))
  expect(fullPaymentId(long)).toBe(long)
})
