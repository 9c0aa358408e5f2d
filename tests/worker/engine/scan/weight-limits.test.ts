import { describe, expect, test } from 'vitest'
import type { KeyPlaces } from '#protocol/chain/skim.ts'
import { maxBlockWeight } from '#protocol/rules/limits.ts'
import { InvalidDaemonData } from '../../../../worker/engine/base/daemon-errors.ts'
import type { Slice } from '../../../../worker/engine/scan/slice.ts'
import { requireWeight, requireWeights } from '../../../../worker/engine/scan/weight-limits.ts'

/** Transactions of two blocks from height 7 on, each with its miner's: sizes in bytes, outputs, RingCT types. */
function check({
  sizes = [100, 100, 100, 100, 100],
  outputs = [1, 2, 2, 1, 2],
  types = [0, 6, 6, 0, 6],
  version = 16,
  from = 0,
}) {
  const ends = sizes.map((_, at) => sizes.slice(0, at + 1).reduce((sum, size) => sum + size))
  const begins = ends.map((end, at) => end - sizes[at]!)
  const bytes = new Uint8Array(ends.at(-1)!)
  // The version, and where a prefix of one byte ends, the type.
  begins.forEach((begin, at) => bytes.set([2, types[at]!], begin))
  const slice = {
    height: 7n,
    bytes,
    firstTransaction: Uint32Array.of(0, 3, 5),
    transactions: Uint32Array.from(begins),
    transactionEnds: Uint32Array.from(ends),
    versions: Uint8Array.of(version, version),
  } as unknown as Slice
  const scanned = outputs.slice(from)
  const first = scanned.map((_, at) => scanned.slice(0, at).reduce((sum, count) => sum + count, 0))
  const places = {
    firstOutput: first,
    outputs: new Array<number>(scanned.reduce((sum, count) => sum + count)).fill(0),
    prefixEnds: begins.slice(from).map((begin) => begin + 1),
  } as unknown as KeyPlaces
  return () => requireWeights(slice, places, from)
}

describe('requireWeights', () => {
  test('accepts what consensus permits', () => {
    expect(check({})).not.toThrow()
    expect(check({ sizes: [200_000, 149_400, 100, 100, 149_400] })).not.toThrow()
    expect(check({ outputs: [5000, 16, 2, 1, 16] })).not.toThrow()
  })

  test('accepts larger transactions and many outputs in old blocks', () => {
    const old = { sizes: [100, 1_000_000, 100, 100, 100], version: 7 }
    expect(check({ ...old, outputs: [1, 2000, 2, 1, 2], types: [0, 2, 2, 0, 2] })).not.toThrow()
  })

  test.each<[string, Parameters<typeof check>[0], string]>([
    [
      'a heavy transaction',
      { sizes: [100, 100, 149_401, 100, 100] },
      'transaction 1 of block 7 has 149401 bytes, and its weight may be at most 149400',
    ],
    [
      'a large transaction in an old block',
      { sizes: [100, 100, 100, 100, 1_000_001], version: 7 },
      'transaction 0 of block 8 has 1000001 bytes, and its weight may be at most 1000000',
    ],
    [
      'too many outputs',
      { outputs: [1, 2, 2, 1, 17] },
      'transaction 0 of block 8 has 17 outputs, and one range proof covers at most 16',
    ],
    [
      'a heavy block',
      { sizes: [100, 100, 100, maxBlockWeight - 99, 100] },
      `block 8 has ${maxBlockWeight + 1} bytes, and its weight may be at most 30000000`,
    ],
  ])('error: %s', (_, content, problem) => {
    expect(check(content)).toThrow(new InvalidDaemonData(problem))
  })

  test('checks the transactions from the first one that is scanned on', () => {
    const sizes = [100, 149_401, 100, 100, 100]
    expect(check({ sizes, from: 2 })).not.toThrow()
    expect(check({ sizes, from: 1 })).toThrow('transaction 0 of block 7')
    expect(check({ outputs: [1, 17, 2, 1, 2], from: 1 })).toThrow('transaction 0 of block 7')
  })
})

test('requireWeight names a transaction of the pool', () => {
  expect(() => requireWeight('pool transaction ab', 149_400, 16)).not.toThrow()
  expect(() => requireWeight('pool transaction ab', 149_401, 16)).toThrow(
    new InvalidDaemonData(
      'pool transaction ab has 149401 bytes, and its weight may be at most 149400',
    ),
  )
})
