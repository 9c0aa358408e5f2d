import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import {
  draftOf,
  maxPayments,
  roughWeight,
  weightTarget,
} from '../../../../worker/engine/tx/draft.ts'
import { feeOf } from '../../../../worker/engine/tx/fee.ts'
import { weigh } from '../../../../worker/engine/tx/weigh.ts'
import { mint, standard, terms } from '../../../support/transactions/own-transactions.ts'
import { someOutput, someRing } from '../../../support/wallets/output-records.ts'
import { regtest } from '../../../vectors/chain/vectors.ts'

const xmr = 10n ** 12n
const coin = mint.output({ amount: xmr })
const pay = (amount: bigint) => ({ ...standard(), amount })
const draft = (amounts: readonly bigint[], fee: bigint, inputs = [coin]) =>
  draftOf(
    terms(),
    inputs,
    inputs.map((input) => someRing(input)),
    amounts.map(pay),
    fee,
  )
const refused = (reason: string, message: string) =>
  expect.objectContaining({ name: 'RpcError', reason, message }) as Error

describe('draftOf', () => {
  test('makes change of the excess of the inputs', () => {
    const made = draft([3n, 4n], 5n)
    expect(made).toMatchObject({ fee: 5n, payments: [pay(3n), pay(4n)], inputs: [coin] })
    expect(made.change).toEqual({ ...terms().change, amount: xmr - 12n })
    expect(made.weight).toBe(weigh(made))
    expect(draft([xmr - 5n], 5n).change.amount).toBe(0n)
  })

  test('error: one piconero is missing', () => {
    expect(() => draft([xmr - 5n], 6n)).toThrow(
      refused('NOT_ENOUGH_UNLOCKED_MONEY', 'not enough unlocked money'),
    )
  })

  test('error: a payment of zero', () => {
    expect(() => draft([1n, 0n], 5n)).toThrow(refused('ZERO_AMOUNT', 'destination amount is zero'))
  })

  test('error: more than 16 outputs', () => {
    const amounts = (count: number) => new Array<bigint>(count).fill(1n)
    expect(() => draft(amounts(maxPayments), 5n)).not.toThrow()
    expect(() => draft(amounts(17), 5n)).toThrow(
      refused('GENERIC_TRANSFER_ERROR', 'transaction was not constructed'),
    )
  })

  test('error: the weight limit of 149 400', () => {
    // A larger first index of a ring takes more bytes.
    const indices = [9n, 200n, 20_000n, 3_000_000n, 300_000_000n]
    const inputs = (count: number, moreBytes = 0) =>
      Array.from({ length: count }, (_, at) => {
        const more = Math.max(0, Math.min(4, moreBytes - 4 * at))
        return someOutput({ amount: xmr, globalIndex: indices[more]! })
      })
    const weigh = (count: number, more?: number) => draft([1n], 5n, inputs(count, more)).weight
    const most = 1 + Math.floor((149_399 - weigh(1)) / (weigh(2) - weigh(1)))
    const left = 149_400 - weigh(most)
    expect(weigh(most, left - 1)).toBe(149_399)
    expect(() => weigh(most, left)).toThrow(
      refused('GENERIC_TRANSFER_ERROR', 'transaction is too big'),
    )
  })
})

test('weightTarget is two thirds of the weight limit', () => {
  // monero: 300 000 / 2 - 600 for a transaction, and TX_WEIGHT_TARGET of it.
  expect(weightTarget).toBe(((300_000 / 2 - 600) * 2) / 3)
})

/** Transactions that the wallet of monero made and paid for. */
const paid = regtest.transactions.filter(({ fees, priority }) => fees && priority)

describe('roughWeight', () => {
  test.each(paid.map((vector) => [vector.name, vector] as const))(
    'gives the fee that the wallet of monero paid where it exceeds the real weight: %s',
    (name, { hex, fee, fees, priority, quantization_mask: mask, weight }) => {
      const { inputs, outputs } = parseTransaction(hexToBytes(hex))
      const paymentId = name === 'integrated address' ? new Uint8Array(8) : undefined
      const rough = roughWeight({ ...terms(), paymentId }, inputs.length, outputs.length)
      const rate = { perByte: BigInt(fees![priority! - 1]!), mask: BigInt(mask!) }
      expect(feeOf(rate, Math.max(rough, weight!))).toBe(BigInt(fee!))
    },
  )

  test.each([
    [1, 2],
    [2, 2],
    [5, 3],
    [16, 16],
  ])('of %i inputs and %i outputs is within a tenth of the real weight', (inputs, outputs) => {
    const coins = Array.from({ length: inputs }, () =>
      someOutput({ amount: xmr, globalIndex: 90_000_000n }),
    )
    const amounts = new Array<bigint>(outputs - 1).fill(1n)
    const { weight } = draft(amounts, 10n ** 9n, coins)
    const rough = roughWeight(terms(), inputs, outputs)
    expect(Math.abs(rough / weight - 1)).toBeLessThan(0.1)
  })

  test('counts eleven bytes for a payment id', () => {
    const withId = { ...terms(), paymentId: new Uint8Array(8) }
    expect(roughWeight(withId, 2, 2) - roughWeight(terms(), 2, 2)).toBe(11)
  })

  test('counts a ring signature and no range proof for version 1', () => {
    const plain = { ...terms(), ringct: false, ringSize: 3 }
    const perInput = roughWeight(plain, 2, 2) - roughWeight(plain, 1, 2)
    expect(perInput).toBeGreaterThanOrEqual(3 * 64 + 32)
    expect(roughWeight(plain, 1, 2)).toBeLessThan(roughWeight({ ...plain, ringct: true }, 1, 2))
  })
})
