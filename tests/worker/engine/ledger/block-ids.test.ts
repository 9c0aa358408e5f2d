import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  BlockIds,
  blocksPerSegment,
  historyHeights,
} from '../../../../worker/engine/ledger/block-ids.ts'
import { Store } from '../../../../worker/engine/store/store.ts'
import { count, seed } from '../../../support/random/case-counts.ts'

const id = (height: number, chain = 0) => {
  const bytes = new Uint8Array(32)
  new DataView(bytes.buffer).setUint32(0, height)
  bytes[31] = chain
  return bytes
}
const ids = (from: number, count: number, chain = 0) =>
  Array.from({ length: count }, (_, at) => id(from + at, chain))

function chain() {
  const store = new Store(async () => {})
  return { store, blocks: new BlockIds(store.blocks, 'fakechain') }
}

describe('historyHeights', () => {
  test.each([
    [1n, 1n, []],
    [2n, 1n, [1n]],
    [5n, 1n, [4n, 3n, 2n, 1n]],
    [14n, 1n, [13n, 12n, 11n, 10n, 9n, 8n, 7n, 6n, 5n, 4n, 3n, 1n]],
    [100n, 50n, [99n, 98n, 97n, 96n, 95n, 94n, 93n, 92n, 91n, 90n, 89n, 87n, 83n, 75n, 59n, 50n]],
  ])('of %i blocks known from %i on', (height, first, expected) => {
    expect(historyHeights(height, first)).toEqual(expected)
  })

  test('stays short for the longest chain', () => {
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
        const list = [blocks.genesis]
        for (const [at, { drop, add }] of steps.entries()) {
          const from = Math.max(1, list.length - drop)
          const added = ids(from, add, at)
          list.splice(from, Infinity, ...added)
          await store.commit((change) => {
            blocks.crop(change, BigInt(from))
            blocks.append(change, BigInt(from), added, BigInt(at))
          })
          expect(blocks.height).toBe(BigInt(list.length))
          expect(blocks.lastReward).toBe(BigInt(at))
        }
        for (let height = 0; height < list.length; height++)
          expect(blocks.at(BigInt(height))).toEqual(list[height])
        expect(blocks.at(BigInt(list.length))).toBeUndefined()
      }),
      { numRuns: count(30, 300), seed: seed() },
    )
  })

  test('begins at the given height', async () => {
    const { store, blocks } = chain()
    await store.commit((change) => blocks.append(change, 1000n, ids(1000, 600), 0n))
    expect([blocks.first, blocks.height]).toEqual([1000n, 1600n])
    expect(blocks.at(999n)).toBeUndefined()
    expect(blocks.at(1024n)).toEqual(id(1024))
  })

  test('drops ids of old blocks', async () => {
    const { store, blocks } = chain()
    for (let from = 1; from < 20_000; from += 1000)
      await store.commit((change) => blocks.append(change, BigInt(from), ids(from, 1000), 0n))
    expect(blocks.height).toBe(20_001n)
    expect(store.blocks.size).toBeLessThanOrEqual(21)
    expect(blocks.first % blocksPerSegment).toBe(0n)
    expect(blocks.height - blocks.first).toBeGreaterThan(10_000n)
    expect(blocks.at(blocks.first)).toEqual(id(Number(blocks.first)))
  })

  test('error: a gap', async () => {
    const { store, blocks } = chain()
    await store.commit((change) => blocks.append(change, 1n, ids(1, 5), 0n))
    await expect(
      store.commit((change) => blocks.append(change, 7n, ids(7, 1), 0n)),
    ).rejects.toThrow('a gap before height 7')
  })
})
