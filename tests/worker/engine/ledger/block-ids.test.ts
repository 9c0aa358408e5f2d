import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  anchorOf,
  BlockIds,
  blocksPerSegment,
  historyHeights,
  roundedHeight,
} from '../../../../worker/engine/ledger/block-ids.ts'
import { Store } from '../../../../worker/engine/store/store.ts'
import { count, seed } from '../../../support/random/case-counts.ts'

const id = (height: number, chain = 0) => {
  const bytes = new Uint8Array(32)
  new DataView(bytes.buffer).setUint32(0, height)
  bytes[31] = chain
  return bytes
}
const difficultyOf = (height: number, chain = 0) =>
  (1n << 60n) + BigInt(height) * 3n + BigInt(chain)
/** Blocks of a chain: their times and counts of outputs are those of no other chain. */
const scanned = (from: number, count: number, chain = 0) =>
  Array.from({ length: count }, (_, at) => ({
    id: id(from + at, chain),
    time: 1_700_000_000 + 120 * (from + at) + chain,
    ringctOutputs: 7 * (from + at) + chain,
    difficulty: difficultyOf(from + at, chain),
  }))

function chain() {
  const store = new Store(async () => {})
  return { store, blocks: new BlockIds(store, 'fakechain') }
}

test.each([
  [0n, 0n],
  [63n, 0n],
  [64n, 64n],
  [127n, 64n],
  [3_707_000n, 3_706_944n],
])('roundedHeight of %i is %i', (height, rounded) => {
  expect(roundedHeight(height)).toBe(rounded)
})

describe('historyHeights', () => {
  test.each([
    [1n, 1n, []],
    [2n, 1n, [1n]],
    [5n, 1n, [4n, 3n, 2n, 1n]],
    [14n, 1n, [13n, 12n, 11n, 10n, 9n, 8n, 7n, 6n, 5n, 4n, 3n, 1n]],
    [100n, 50n, [99n, 98n, 97n, 96n, 95n, 94n, 93n, 92n, 91n, 90n, 89n, 87n, 83n, 75n, 59n]],
  ])('of %i blocks known from %i on', (height, first, expected) => {
    expect(historyHeights(height, first)).toEqual(expected)
  })

  test('are the same for all heights of the first known id between two of them', () => {
    for (let first = 28n; first <= 59n; first++)
      expect(historyHeights(100n, first)).toEqual(historyHeights(100n, 59n))
  })

  test('are the same for all wallets that dropped the ids of old blocks', () => {
    const heights = historyHeights(3_000_001n, 2_989_568n)
    expect(heights.at(-1)).toBe(2_990_080n)
    expect(historyHeights(3_000_001n, 1n)).toEqual(heights)
    expect(historyHeights(3_000_001n, 2_990_080n)).toEqual(heights)
  })

  test('are known in each wallet with the same rounded height', async () => {
    const { store, blocks } = chain()
    const top = 40n * blocksPerSegment
    for (let from = 1n; from <= top; from += 1024n)
      await store.commit((change) => blocks.append(change, from, scanned(Number(from), 1024), 0n))
    const newest = roundedHeight(top - 1n)
    for (const height of historyHeights(newest + 1n, blocks.first))
      expect(blocks.at(height)).toEqual(id(Number(height)))
    expect(historyHeights(newest + 1n, blocks.first)).toEqual(historyHeights(newest + 1n, 1n))
  })

  test('stay few for the longest chain', () => {
    expect(historyHeights(10_000_000n, 1n).length).toBeLessThan(40)
  })
})

describe('BlockIds', () => {
  test('contains only the genesis block at first', () => {
    const { blocks } = chain()
    expect([blocks.height, blocks.first, blocks.lastReward]).toEqual([1n, 1n, 0n])
    expect(blocks.at(0n)).toBe(blocks.genesis)
    expect(blocks.at(1n)).toBeUndefined()
  })

  test('grows, is cropped and grows again as a plain list would', async () => {
    const step = fc.record({ drop: fc.nat(700), add: fc.integer({ min: 1, max: 900 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
        const { store, blocks } = chain()
        const list = [
          {
            id: blocks.genesis,
            time: 0,
            ringctOutputs: 0,
            difficulty: undefined as bigint | undefined,
          },
        ]
        for (const [at, { drop, add }] of steps.entries()) {
          const from = Math.max(1, list.length - drop)
          const added = scanned(from, add, at)
          list.splice(from, Infinity, ...added)
          await store.commit((change) => {
            blocks.crop(change, BigInt(from))
            blocks.append(change, BigInt(from), added, BigInt(at))
          })
          expect(blocks.height).toBe(BigInt(list.length))
          expect(blocks.lastReward).toBe(BigInt(at))
        }
        const known = list.map((_, at) => ({
          id: blocks.at(BigInt(at)),
          time: blocks.timeAt(BigInt(at)),
          ringctOutputs: blocks.ringctOutputsBelow(BigInt(at + 1)),
          difficulty: blocks.difficultyAt(BigInt(at)),
        }))
        expect(known).toEqual(list)
        expect(blocks.at(BigInt(list.length))).toBeUndefined()
        expect(blocks.timeAt(BigInt(list.length))).toBeUndefined()
        expect(blocks.ringctOutputsBelow(BigInt(list.length + 1))).toBeUndefined()
      }),
      { numRuns: count(30, 300), seed: seed() },
    )
  })

  test('begins at the given height', async () => {
    const { store, blocks } = chain()
    await store.commit((change) => blocks.append(change, 1000n, scanned(1000, 600), 0n))
    expect([blocks.first, blocks.height]).toEqual([1000n, 1600n])
    expect(blocks.at(999n)).toBeUndefined()
    expect(blocks.at(1024n)).toEqual(id(1024))
  })

  test('drops ids of old blocks', async () => {
    const { store, blocks } = chain()
    for (let from = 1; from < 20_000; from += 1000)
      await store.commit((change) => blocks.append(change, BigInt(from), scanned(from, 1000), 0n))
    expect(blocks.height).toBe(20_001n)
    expect(store.blocks.size).toBeLessThanOrEqual(21)
    expect(blocks.first % blocksPerSegment).toBe(0n)
    expect(blocks.height - blocks.first).toBeGreaterThan(10_000n)
    expect(blocks.at(blocks.first)).toEqual(id(Number(blocks.first)))
  })

  test('knows times and counts of outputs only of blocks that were added with them', async () => {
    const { store, blocks } = chain()
    await store.commit((change) => blocks.append(change, 1n, scanned(1, 100), 0n))
    const { first, ids, reward } = store.blocks.get('0')!
    await store.commit((change) => change.put(store.blocks, '0', { first, ids, reward }))
    expect([blocks.timeAt(100n), blocks.ringctOutputsBelow(101n)]).toEqual([undefined, undefined])

    await store.commit((change) => blocks.append(change, 101n, scanned(101, 100), 0n))
    expect([blocks.timeAt(100n), blocks.ringctOutputsBelow(101n)]).toEqual([undefined, undefined])
    expect([blocks.timeAt(101n), blocks.ringctOutputsBelow(102n)]).toEqual([1_700_012_120, 707])
    await store.commit((change) => blocks.crop(change, 150n))
    expect([blocks.timeAt(101n), blocks.timeAt(149n)]).toEqual([1_700_012_120, 1_700_017_880])
    expect(blocks.timeAt(150n)).toBeUndefined()
    await store.commit((change) => blocks.crop(change, 50n))
    expect([blocks.at(49n), blocks.timeAt(49n)]).toEqual([id(49), undefined])
  })

  test('knows the blocks before the first one by its anchor, until that one is replaced', async () => {
    const { store, blocks } = chain()
    const before = [1, 2, 3].map((at) => ({ time: 100 * at, difficulty: (1n << 63n) + BigInt(at) }))
    await store.commit((change) => {
      blocks.setAnchor(change, anchorOf(1000n, before))
      blocks.append(change, 1000n, scanned(1000, 600), 0n)
    })
    const works = [996n, 997n, 999n, 1000n, 1599n, 1600n].map((at) => blocks.workAt(at))
    const own = (at: number) => ({
      time: 1_700_000_000 + 120 * at,
      difficulty: difficultyOf(at),
    })
    expect(works).toEqual([undefined, before[0], before[2], own(1000), own(1599), undefined])
    expect(blocks.difficultyAt(999n)).toBeUndefined()
    await store.commit((change) => blocks.crop(change, 1000n))
    expect(blocks.workAt(999n)).toEqual(before[2])
    await store.commit((change) => blocks.crop(change, 999n))
    expect(blocks.workAt(999n)).toBeUndefined()
  })

  test('knows no count of outputs below a block without one', async () => {
    const { store, blocks } = chain()
    const without = scanned(1, 9).map((block) => ({ ...block, ringctOutputs: NaN }))
    await store.commit((change) => blocks.append(change, 1n, scanned(1, 9), 0n))
    await store.commit((change) => blocks.append(change, 10n, without, 0n))
    await store.commit((change) => blocks.append(change, 19n, scanned(19, 2), 0n))
    const known = [2n, 10n, 19n, 20n, 21n].map((height) => blocks.ringctOutputsBelow(height))
    expect(known).toEqual([undefined, undefined, undefined, 133, 140])
  })

  test('error: a gap', async () => {
    const { store, blocks } = chain()
    await store.commit((change) => blocks.append(change, 1n, scanned(1, 5), 0n))
    await expect(
      store.commit((change) => blocks.append(change, 7n, scanned(7, 1), 0n)),
    ).rejects.toThrow('a gap before height 7')
  })
})
