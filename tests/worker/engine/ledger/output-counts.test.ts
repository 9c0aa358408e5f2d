import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { packCounts } from '#protocol/daemon/output-counts.ts'
import type { Network } from '#protocol/rules/forks.ts'
import {
  blocksPerSegment,
  OutputCounts,
  segmentsOf,
  type ReadCounts,
} from '../../../../worker/engine/ledger/output-counts.ts'
import { Store, type Change } from '../../../../worker/engine/store/store.ts'

const ringct = 1_220_516

function scene(network: Network = 'mainnet') {
  const store = new Store(() => Promise.resolve())
  const counts = new OutputCounts(store.outputCounts, network)
  const change = (stage: (change: Change) => void) => store.commit(stage)
  return {
    store,
    counts,
    read: (height: number, below: ReadCounts['below'], ...added: number[]) =>
      change((each) =>
        counts.apply(each, BigInt(height), { below, counts: Uint32Array.from(added) }),
      ),
    prepend: (height: number, added: readonly number[]) =>
      change((each) => counts.prepend(each, segmentsOf(BigInt(height), packCounts(added)))),
    clear: () => change((each) => counts.clear(each)),
    sums: (height: number) => [...counts.sums(BigInt(height))],
  }
}

const ones = (count: number) => Array.from({ length: count }, () => 1)

describe('counts of blocks that were read', () => {
  test('from the first output on are complete, with zeros since RingCT began', async () => {
    const { counts, read, sums } = scene()
    await read(ringct + 2, 0, 2, 0, 3)
    await read(ringct + 5, 5, 1)
    expect(counts.isComplete(BigInt(ringct + 6))).toBe(true)
    expect(counts.isComplete(BigInt(ringct + 7))).toBe(false)
    expect(sums(ringct + 6)).toEqual([0, 0, 2, 2, 5, 6])
    expect(sums(ringct + 4)).toEqual([0, 0, 2, 2])
  })

  test.each<[Network, number[]]>([
    ['fakechain', [0, 1, 3]],
    ['mainnet', [0, 1, 3]],
  ])('of a private chain begin with its first block: %s', async (network, expected) => {
    const { read, sums } = scene(network)
    await read(1, 0, 1, 2)
    expect(sums(3)).toEqual(expected)
  })

  test('have sums below a height, where they are known', async () => {
    const { counts, read } = scene('fakechain')
    expect(counts.outputsBelow(1n)).toBeUndefined()
    await read(1, 0, 2, 0, 3)
    const heights = [0n, 1n, 2n, 3n, 4n, 5n]
    expect(heights.map((at) => counts.outputsBelow(at))).toEqual([0, 0, 2, 2, 5, undefined])
  })

  test('are incomplete without those of earlier blocks', async () => {
    const { counts, read } = scene()
    expect(counts.isComplete(2n)).toBe(false)
    await read(2_000_000, 50_000_000, 7)
    expect(counts.isComplete(2_000_001n)).toBe(false)
    expect(counts.oldest).toEqual({
      first: 2_000_000n,
      before: 50_000_000,
      loaded: 0,
      counts: Uint8Array.of(7),
    })
  })

  test('blocks without outputs continue them, and begin nothing', async () => {
    const { counts, read, sums } = scene('fakechain')
    await read(1, undefined, 0, 0)
    expect(counts.oldest).toBeUndefined()
    await read(3, 0, 4)
    await read(4, undefined, 0)
    expect(sums(5)).toEqual([0, 0, 0, 4, 4])
  })

  test('replace those of a reorganisation', async () => {
    const { read, sums, counts } = scene('fakechain')
    await read(1, 0, 1, 2, 3)
    await read(2, 1, 5)
    expect(counts.height).toBe(3n)
    expect(sums(3)).toEqual([0, 1, 6])
  })

  test('begin anew after a gap', async () => {
    const { read, counts } = scene('fakechain')
    await read(1, 0, 1, 2)
    await read(10, 30, 4)
    expect(counts.oldest).toMatchObject({ first: 10n, before: 30 })
    expect(counts.height).toBe(11n)
  })

  test('law: are the same however they are cut into slices', async () => {
    const count = fc.integer({ min: 0, max: 300 })
    const slice = fc.array(count, { maxLength: 5000 })
    await fc.assert(
      fc.asyncProperty(fc.array(slice, { minLength: 1, maxLength: 5 }), async (slices) => {
        const { read, counts } = scene('fakechain')
        let [height, below] = [1, 0]
        for (const added of slices) {
          await read(height, below, ...added)
          height += added.length
          below = added.reduce((sum, each) => sum + each, below)
        }
        if (!counts.oldest) return
        let sum = 0
        const expected = [0, ...slices.flat().map((each) => (sum += each))]
        expect([...counts.sums(BigInt(height))]).toEqual(expected)
      }),
      { numRuns: 10 },
    )
  })

  test('error: contradict blocks that were read before; nothing changes', async () => {
    const { store, read } = scene('fakechain')
    await read(1, 0, 1, 2)
    const before = new Map(store.outputCounts.rows)
    await expect(read(3, 4, 1)).rejects.toThrow(
      'output indices of block 3 do not run on: expected 3, got 4. If other daemons are refused for the same reason, rescan the wallet',
    )
    expect(store.outputCounts.rows).toEqual(before)
  })
})

describe('loaded counts', () => {
  const early = (blocks: number) => Array.from({ length: blocks }, (_, i) => i % 200)
  const sumOf = (counts: readonly number[]) => counts.reduce((sum, each) => sum + each, 0)

  test.each([1, 5000, blocksPerSegment, 20_000])(
    'of %i blocks precede those that were read',
    async (blocks) => {
      const { counts, read, prepend, sums } = scene()
      const before = early(blocks)
      await read(ringct + blocks, sumOf(before), 5, 6)
      await prepend(ringct, before)
      let sum = 0
      expect(counts.isComplete(BigInt(ringct + blocks + 2))).toBe(true)
      expect(sums(ringct + blocks + 2)).toEqual([...before, 5, 6].map((each) => (sum += each)))
    },
  )

  test('are continued by blocks that are read', async () => {
    const { counts, read, prepend } = scene()
    await prepend(ringct, ones(9000))
    await read(ringct + 9000, 9000, 4)
    expect(counts.isComplete(BigInt(ringct + 9001))).toBe(true)
    expect(counts.sums(BigInt(ringct + 9001)).at(-1)).toBe(9004)
  })

  test('are removed when blocks contradict them', async () => {
    const { counts, read, prepend } = scene()
    await prepend(ringct, ones(9000))
    await read(ringct + 9000, 9001, 4)
    expect(counts.oldest).toMatchObject({ first: BigInt(ringct + 9000), before: 9001 })
  })

  test('are removed when a reorganisation reaches them and contradicts them', async () => {
    const { counts, read, prepend } = scene()
    await prepend(ringct, ones(9000))
    await read(ringct + 9000, 9000, 4)
    await read(ringct + 8999, 9999, 1, 1)
    expect(counts.oldest).toMatchObject({ first: BigInt(ringct + 8999), before: 9999 })
  })

  test('are removed', async () => {
    const { store, prepend, clear } = scene()
    await prepend(ringct, ones(20_000))
    expect(store.outputCounts.size).toBeGreaterThan(1)
    await clear()
    expect(store.outputCounts.size).toBe(0)
  })
})

describe('3.5 million counts', () => {
  test('add up in at most eight times the CPU time of a plain loop, and 40 MB', async () => {
    const { counts, prepend } = scene('fakechain')
    const blocks = 3_500_000
    const all = Uint8Array.from({ length: blocks }, (_, i) => (i * 7919) % 256)
    await prepend(0, all as unknown as number[])
    const sums = () => counts.sums(BigInt(blocks))
    const plainSums = () => {
      const plain = new Float64Array(blocks)
      let sum = 0
      for (let at = 0; at < blocks; at++) plain[at] = sum += all[at]!
      return plain
    }
    expect(sums().at(-1)).toBe(plainSums().at(-1))
    // The least of many times, because the machine has other work.
    let [ms, plainMs, bytes] = [Infinity, Infinity, 0]
    const cpuMs = (act: () => void) => {
      const before = process.cpuUsage()
      act()
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    }
    for (let run = 0; run < 20; run++) {
      const used = process.memoryUsage()
      ms = Math.min(ms, cpuMs(sums))
      const after = process.memoryUsage()
      const held = after.arrayBuffers - used.arrayBuffers + after.heapUsed - used.heapUsed
      bytes = Math.max(bytes, held)
      plainMs = Math.min(plainMs, cpuMs(plainSums))
    }
    expect(ms / plainMs).toBeLessThanOrEqual(8)
    expect(bytes).toBeLessThanOrEqual(40_000_000)
  })
})
