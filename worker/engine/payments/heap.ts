/**
 * The outputs that a sweep has yet to spend, in two heaps: ordinary outputs, and outputs of last
 * resort.
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
  /** Dust, or hard to mix. */
  last: OutputRecord[]
  /** Number of outputs taken from both. */
  taken: bigint
}

export function heapOf(
  outputs: readonly OutputRecord[],
  isLast: (output: OutputRecord) => boolean,
): Heap {
  const usual = outputs.filter((output) => !isLast(output))
  return { usual, last: outputs.filter(isLast), taken: 0n }
}

/** Number of outputs left. */
export const outputsLeft = ({ usual, last }: Heap): number => usual.length + last.length

/**
 * Takes as many outputs as one transaction holds, each the least related to those before. It
 * alternates between the heaps, so no transaction consists of dust that does not cover its fee.
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
