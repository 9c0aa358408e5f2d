import { describe, expect, test } from 'vitest'
import { relativeOffsets } from '#protocol/chain/offsets.ts'
import type { Transaction } from '#protocol/chain/transaction.ts'
import { isSane } from '../../../../proxy/node/verify/sanity.ts'

const ring = (from: number, size = 16) =>
  Array.from({ length: size }, (_, i) => BigInt(from + 100 * i))

const spending = (...rings: bigint[][]): Transaction => ({
  version: 2,
  unlockTime: 0n,
  outputs: [],
  extra: new Uint8Array(),
  inputs: rings.map((indices) => ({
    kind: 'key',
    amount: 0n,
    keyImage: new Uint8Array(32),
    keyOffsets: relativeOffsets(indices),
  })),
})

describe('isSane', () => {
  test.each([
    ['recent members of their own', spending(ring(7000), ring(7001)), 10_000n, true],
    ['old members', spending(ring(1000), ring(1001)), 10_000n, false],
    ['old members on a young chain', spending(ring(1000)), 9999n, true],
    ['a median just at six tenths', spending(ring(5250)), 10_000n, true],
    ['a median just below', spending(ring(5249)), 10_000n, false],
    ['members that repeat', spending(ring(7000), ring(7000)), 10_000n, false],
    ['few members', spending(ring(10, 10)), 10_000n, true],
  ])('of %s', (_, tx, outputs, expected) => {
    expect(isSane(tx, outputs)).toBe(expected)
  })

  test('is also checked for miner transactions', () => {
    expect(isSane({ ...spending(), inputs: [{ kind: 'gen', height: 1n }] }, 0n)).toBe(false)
  })
})
