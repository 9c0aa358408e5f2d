/**
 * What a sweep has yet to spend, in two heaps: what is like others, and what is a last resort.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp create_transactions_from
 */
import type { RandomBytes } from '#wasm/types.ts'
import type { OutputRecord } from '../store/records.ts'
import { roughWeight, weightTarget, type Terms } from '../tx/draft.ts'
import { feeOf } from '../tx/fee.ts'
import { pickLeastRelated, type Relations } from './relatedness.ts'

export type Heap = {
  usual: OutputRecord[]
  /** Hardly worth what they cost, or hard to mix. */
  last: OutputRecord[]
  /** How much was spent of both. */
  taken: bigint
}

export function heapOf(
  outputs: readonly OutputRecord[],
  isLast: (output: OutputRecord) => boolean,
): Heap {
  const usual = outputs.filter((output) => !isLast(output))
  return { usual, last: outputs.filter(isLast), taken: 0n }
}

/** How many outputs are left. */
export const outputsLeft = ({ usual, last }: Heap): number => usual.length + last.length

/**
 * Takes as many as one transaction holds, each the least related to those before; from both heaps by
 * turns, so that no transaction is made of what does not pay for itself.
 */
export function takeInputs(random: RandomBytes, terms: Terms, heap: Heap): OutputRecord[] {
  const inputs: OutputRecord[] = []
  const relations: Relations = new Map()
  do {
    const from = sideOf(terms, heap, inputs.length)
    const picked = pickLeastRelated(random, from, inputs, 'any', relations)
    from.splice(from.indexOf(picked), 1)
    inputs.push(picked)
    heap.taken += picked.amount
  } while (outputsLeft(heap) > 0 && roughWeight(terms, inputs.length, 2) < weightTarget)
  return inputs
}

function sideOf(terms: Terms, { usual, last, taken }: Heap, inputs: number) {
  if (usual.length === 0) return last
  if (last.length === 0) return usual
  const nextFee = feeOf(terms.rate, roughWeight(terms, inputs + 1, 1))
  return inputs % 2 === 1 || taken > nextFee ? last : usual
}
