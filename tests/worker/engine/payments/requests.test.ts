import { describe, expect, test } from 'vitest'
import { max64 } from '#protocol/fields.ts'
import {
  checkFunds,
  checkPayments,
  type TransferRequest,
} from '../../../../worker/engine/payments/requests.ts'
import type { Terms } from '../../../../worker/engine/tx/draft.ts'
import { payee, terms } from '../../../support/spending/payment-terms.ts'

const request = (amounts: readonly bigint[], subtractFeeFrom: number[] = []): TransferRequest => ({
  account: 0,
  addresses: [],
  priority: 1,
  paymentId: undefined,
  payments: amounts.map((amount, i) => ({ ...payee(i), amount })),
  subtractFeeFrom,
})
const many = (length: number) => new Array<bigint>(length).fill(1n)

describe('checkPayments', () => {
  test.each([
    ['2^64 - 1 piconero', request([max64 - 1n, 1n])],
    ['a fee from the last of 15 payments', request(many(15), [14])],
    ['16 payments that do not pay the fee', request(many(16))],
  ])('permits %s', (_, given) => {
    expect(() => checkPayments(given)).not.toThrow()
  })

  test.each([
    ['no payment', request([]), 'ZERO_DESTINATION', 'transaction has no destination'],
    [
      'a fee from a payment that is missing',
      request(many(2), [0, 2, 1]),
      'GENERIC_TRANSFER_ERROR',
      'subtractfeefrom: bad index: 2 (indexes are 0-based)',
    ],
    [
      'a fee from one of 16 payments, which two transactions make',
      request(many(16), [0]),
      'GENERIC_TRANSFER_ERROR',
      'subtractfeefrom transfers cannot be split over multiple transactions yet',
    ],
    ['a zero amount', request([1n, 0n]), 'ZERO_AMOUNT', 'destination amount is zero'],
    [
      '2^64 piconero',
      request([max64, 1n]),
      'GENERIC_TRANSFER_ERROR',
      'transaction sum + fee exceeds 18446744.073709551615',
    ],
  ])('error: %s', (_, given, reason, message) => {
    expect(() => checkPayments(given)).toThrow(expect.objectContaining({ reason, message }))
  })
})

describe('checkFunds', () => {
  /** monero estimate_rct_tx_size of one input and two outputs: 1492 bytes, 20 000 piconero each. */
  const leastFee = 29_840_000n

  const check = (
    amounts: { total: bigint; unlocked: bigint },
    given: TransferRequest,
    changed: Partial<Terms> = {},
  ) => {
    const half = (amount: bigint) =>
      new Map([
        [0, amount / 2n],
        [3, amount - amount / 2n],
      ])
    const { total, unlocked } = amounts
    const funds = { spendable: [], balances: half(total), unlocked: half(unlocked) }
    return () => checkFunds(funds, { ...terms, ...changed }, given)
  }
  const alike = (amount: bigint) => ({ total: amount, unlocked: amount })
  const missing = { reason: 'NOT_ENOUGH_MONEY', message: 'not enough money' }
  const locked = { reason: 'NOT_ENOUGH_UNLOCKED_MONEY', message: 'not enough unlocked money' }

  test('needs the payments and the least fee, all addresses together', () => {
    const needed = 1000n + leastFee
    expect(check(alike(needed), request([400n, 600n]))).not.toThrow()
    expect(check(alike(needed - 1n), request([400n, 600n]))).toThrow(
      expect.objectContaining(missing),
    )
  })

  test('counts 11 bytes for a payment id', () => {
    const paymentId = new Uint8Array(8)
    const needed = 1000n + leastFee + 11n * 20_000n
    expect(check(alike(needed), request([1000n]), { paymentId })).not.toThrow()
    expect(check(alike(needed - 1n), request([1000n]), { paymentId })).toThrow('not enough money')
  })

  test('needs only the payments where they pay the fee, and never less than the fee', () => {
    expect(check(alike(2n * leastFee), request([2n * leastFee], [0]))).not.toThrow()
    expect(check(alike(2n * leastFee), request([2n * leastFee + 1n], [0]))).toThrow(
      expect.objectContaining(missing),
    )
    expect(check(alike(leastFee - 1n), request([1n], [0]))).toThrow(
      expect.objectContaining(missing),
    )
  })

  test('error: the funds suffice and are locked', () => {
    const needed = 1000n + leastFee
    expect(check({ total: needed, unlocked: needed - 1n }, request([1000n]))).toThrow(
      expect.objectContaining(locked),
    )
    expect(check({ total: needed, unlocked: leastFee - 1n }, request([1n], [0]))).toThrow(
      expect.objectContaining(locked),
    )
  })
})
