import { describe, expect, test } from 'vitest'
import { heapOf, outputsLeft, takeInputs } from '../../../../worker/engine/payments/heap.ts'
import { seededBytes } from '../../../support/random/sfc32.ts'
import { terms } from '../../../support/spending/payment-terms.ts'
import { someOutput } from '../../../support/wallets/output-records.ts'

const dust = 1_000n
/** Below the fee of a transaction with one or two inputs, which is about 30 000 000. */
const small = 10_000_000n
const isDust = ({ amount }: { amount: bigint }) => amount === dust

/** Outputs of these amounts, not related to each other. */
const heapWith = (...amounts: bigint[]) =>
  heapOf(
    amounts.map((amount, i) => someOutput({ amount, height: BigInt(100 + 20 * i) })),
    isDust,
  )
const take = (heap: ReturnType<typeof heapOf>) => takeInputs(seededBytes(1), terms, heap)
const amountsOf = (outputs: readonly { amount: bigint }[]) => outputs.map(({ amount }) => amount)

describe('takeInputs', () => {
  test('alternates, an ordinary output first, while the fee is not covered', () => {
    const taken = take(heapWith(dust, dust, dust, dust, small, small, small, small))
    expect(amountsOf(taken)).toEqual([small, dust, small, dust, small, dust, small, dust])
  })

  test('takes dust at once where the first output covers the fee', () => {
    const amounts = amountsOf(take(heapWith(dust, dust, dust, 100n * small, 100n * small)))
    expect(amounts).toEqual([100n * small, dust, dust, dust, 100n * small])
  })

  test('takes outputs of one side when the other side is empty', () => {
    expect(amountsOf(take(heapWith(dust, dust)))).toEqual([dust, dust])
    expect(amountsOf(take(heapWith(small)))).toEqual([small])
  })

  test.each([1, 2, 3, 4, 5])('takes the least related output first, random seed %d', (seed) => {
    const heights = [100n, 101n, 200n, 201n, 300n]
    const outputs = heights.map((height) => someOutput({ height }))
    const taken = takeInputs(seededBytes(seed), terms, heapOf(outputs, isDust))
    const groups = taken.slice(0, 3).map(({ height }) => height / 100n)
    expect(new Set(groups)).toEqual(new Set([1n, 2n, 3n]))
  })

  test('leaves outputs that a transaction does not hold, and takes each output once', () => {
    // 813 bytes and 679 for each input reach the target of 99 600 with the 146th input.
    const heap = heapWith(...Array.from({ length: 300 }, () => small))
    const all = [...heap.usual]
    const parts = [take(heap), take(heap), take(heap)]
    expect(parts.map(({ length }) => length)).toEqual([146, 146, 8])
    expect(new Set(parts.flat())).toEqual(new Set(all))
    expect(outputsLeft(heap)).toBe(0)
    expect(heap.taken).toBe(300n * small)
  })
})

test('heapOf separates outputs of last resort and keeps the order of both', () => {
  const outputs = [dust, small, dust, 2n * small].map((amount) => someOutput({ amount }))
  const heap = heapOf(outputs, isDust)
  expect(heap).toEqual({
    usual: [outputs[1], outputs[3]],
    last: [outputs[0], outputs[2]],
    taken: 0n,
  })
  expect(outputsLeft(heap)).toBe(4)
})
