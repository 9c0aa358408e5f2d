import { describe, expect, test } from 'vitest'
import { ringctOutputsIn } from '../../../../worker/engine/scan/ringct-outputs.ts'
import type { Slice } from '../../../../worker/engine/scan/slice.ts'

/** Blocks of transactions, each by its version and the global indices of its outputs. */
function outputsIn(...blocks: [version: number, ...indices: number[]][][]) {
  const transactions = blocks.flat()
  const all = transactions.flatMap(([, ...indices]) => indices)
  const sums = (lengths: number[]) => {
    let sum = 0
    return Uint32Array.from([0, ...lengths.map((length) => (sum += length))])
  }
  const slice = {
    bytes: Uint8Array.from(transactions, ([version]) => version),
    transactions: Uint32Array.from(transactions.keys()),
    blocks: Uint32Array.from(blocks.keys()),
    firstTransaction: sums(blocks.map(({ length }) => length)),
  } as Slice
  const indices = new Uint8Array(BigUint64Array.from(all, BigInt).buffer)
  const firstIndex = sums(transactions.map(({ length }) => length - 1))
  const { below, counts } = ringctOutputsIn(slice, { indices, firstIndex })
  return { below, counts: [...counts] }
}

describe('ringctOutputsIn', () => {
  test('counts outputs of version 2, those of miners included', () => {
    expect(
      outputsIn(
        [
          [2, 70],
          [2, 71, 72],
        ],
        [[2, 73]],
      ),
    ).toEqual({ below: 70, counts: [3, 1] })
  })

  test('leaves out outputs with an amount in the clear', () => {
    expect(
      outputsIn(
        [
          [1, 5, 6],
          [2, 40, 41],
        ],
        [
          [1, 9],
          [2, 42],
        ],
      ),
    ).toEqual({
      below: 40,
      counts: [2, 1],
    })
  })

  test('counts from below the first output, in whichever block it is', () => {
    expect(outputsIn([[1, 7]], [[2]], [[2, 0]])).toEqual({ below: 0, counts: [0, 0, 1] })
  })

  test('without outputs, does not know how many there are below', () => {
    expect(outputsIn([[1, 7]], [[2]])).toEqual({ below: undefined, counts: [0, 0] })
  })
})
