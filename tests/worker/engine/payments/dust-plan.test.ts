import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hexToBytes } from '@noble/hashes/utils.js'
import { sumOfAmounts } from '#protocol/bigint.ts'
import { dustDrafts } from '../../../../worker/engine/payments/dust-plan.ts'
import type { OutputRecord } from '../../../../worker/engine/store/records.ts'
import { count, seed } from '../../../support/random/case-counts.ts'
import { seededBytes } from '../../../support/random/sfc32.ts'
import { terms } from '../../../support/spending/payment-terms.ts'
import { someOutput } from '../../../support/wallets/output-records.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const xmr = 1_000_000_000_000n
const one = Uint8Array.of(1, ...new Uint8Array(31))

const plain = (amount: bigint, given: Partial<OutputRecord> = {}) =>
  someOutput({ ringct: false, mask: one, amount, ...given })
const plan = (outputs: readonly OutputRecord[]) =>
  dustDrafts({ crypto, random: seededBytes(1) }, terms, outputs)

describe('dustDrafts', () => {
  test('spends an output in a ring of its own, everything to the primary address', () => {
    const output = plain(3n * xmr, { globalIndex: 5n })
    // By hand: a trial of 337 bytes pays for 337, then 491 and 453 are needed.
    const fee = 491n * 20_000n
    const amount = 3n * xmr - fee
    const key = hexToBytes(output.key)
    expect(plan([output])).toEqual([
      {
        ringct: false,
        inputs: [output],
        rings: [
          {
            members: [{ globalIndex: 5, key, commitment: crypto.commit(3n * xmr, one) }],
            realIndex: 0,
          },
        ],
        payments: [{ ...terms.change, amount }],
        change: { ...terms.change, amount: 0n },
        fee,
        paymentId: undefined,
        unlockTime: 0n,
        weight: 453,
      },
    ])
  })

  test('spends outputs below the fee of a byte right after one that pays for them', () => {
    const [draft, ...more] = plan([19_999n, 2n * xmr, 1n, xmr].map((amount) => plain(amount)))
    expect(more).toEqual([])
    const order = draft!.inputs.map(({ amount }) => amount < 20_000n)
    expect(order).toEqual([false, true, true, false])
    expect(sumOfAmounts(draft!.payments) + draft!.fee).toBe(3n * xmr + 20_000n)
  })

  test('needs a second transaction where 80 bytes for each input exceed the weight target', () => {
    const drafts = plan(Array.from({ length: 1250 }, () => plain(xmr)))
    // The target is 99 600; a transaction without inputs counts 2.
    expect(drafts.map(({ inputs }) => inputs.length)).toEqual([1245, 5])
    expect(new Set(drafts.flatMap(({ inputs }) => inputs)).size).toBe(1250)
  })

  test('law: inputs equal payment and fee, and the fee covers the weight', () => {
    const amounts = fc.array(fc.bigInt({ min: xmr / 1000n, max: 9n * xmr }), {
      minLength: 1,
      maxLength: 20,
    })
    fc.assert(
      fc.property(amounts, (amounts) => {
        const [draft] = plan(amounts.map((amount) => plain(amount)))
        expect(sumOfAmounts(draft!.inputs)).toBe(sumOfAmounts(draft!.payments) + draft!.fee)
        expect(draft!.fee).toBeGreaterThanOrEqual(BigInt(draft!.weight) * terms.rate.perByte)
        expect(draft!.change.amount).toBe(0n)
      }),
      { numRuns: count(50, 1000), seed: seed() },
    )
  })

  test('error: outputs of two accounts, which one transaction would link', () => {
    const other = plain(2n * xmr, { subaddress: { account: 1, address: 0 } })
    expect(() => plan([plain(3n * xmr), other])).toThrow(
      expect.objectContaining({
        reason: 'GENERIC_TRANSFER_ERROR',
        message: 'the tx uses funds from multiple accounts',
      }),
    )
  })

  test.each([
    // The first estimate is 82 bytes: 1 640 000, and a piconero to pay.
    [1_640_000n, 'NOT_ENOUGH_UNLOCKED_MONEY', 'not enough unlocked money'],
    [1_640_001n, 'GENERIC_TRANSFER_ERROR', 'Transaction cannot pay for itself'],
    [3_000_000n, 'GENERIC_TRANSFER_ERROR', 'Transaction cannot pay for itself'],
  ])('error: %d piconero do not cover the fee', (amount, reason, message) => {
    expect(() => plan([plain(amount)])).toThrow(expect.objectContaining({ reason, message }))
  })
})
