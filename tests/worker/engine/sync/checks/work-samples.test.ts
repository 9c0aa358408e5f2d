import { expect, test } from 'vitest'
import { seedHeight } from '#protocol/rules/seed-height.ts'
import {
  WorkSamples,
  type WorkBlock,
} from '../../../../../worker/engine/sync/checks/work-samples.ts'
import { seededRandom } from '../../../../support/random/keccak-random.ts'

let reads = 0
function read(height: bigint): WorkBlock {
  reads++
  return { height, id: new Uint8Array(), blob: new Uint8Array(), difficulty: 2n, seedId: undefined }
}

const heights = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => BigInt(from + at))

const dueOf = (samples: WorkSamples) => samples.due.map(({ height }) => Number(height))

test('up to 18 blocks are all checked', () => {
  const samples = new WorkSamples(seededRandom('all'))
  // The middle of them begins another seed.
  samples.add(heights(2105, 2108), read)
  samples.add(heights(2108, 2123), read)
  expect(dueOf(samples).sort((a, b) => a - b)).toEqual(heights(2105, 2123).map(Number))
})

test('more blocks have at most four seeds, and the newest ten are among those that are checked', () => {
  for (let round = 0; round < 5; round++) {
    const samples = new WorkSamples(seededRandom(`seeds ${round}`))
    reads = 0
    for (let at = 3000; at < 33_000; at += 200) samples.add(heights(at, at + 200), read)
    const due = dueOf(samples)
    expect(due).toHaveLength(18)
    expect(new Set(due).size).toBe(18)
    expect(due.slice(0, 10)).toEqual(heights(32_990, 33_000).map(Number))
    expect(new Set(due.map((height) => seedHeight(BigInt(height)))).size).toBeLessThanOrEqual(4)
    // Ten of each slice, and few of the others.
    expect(reads).toBeLessThan(150 * 10 + 1200)
  }
})

test('every block of a long chain may be selected', () => {
  const tenths = new Array<number>(10).fill(0)
  const some = heights(0, 1280).map((at) => at * 16n)
  for (let round = 0; round < 200; round++) {
    const samples = new WorkSamples(seededRandom(`spread ${round}`))
    for (let at = 0; at < some.length; at += 32) samples.add(some.slice(at, at + 32), read)
    for (const height of dueOf(samples).slice(10)) tenths[Math.floor(height / 2048)]!++
  }
  // 1600 samples. Whole epochs are drawn, so their numbers vary more than those of single blocks.
  for (const count of tenths) expect(count).toBeGreaterThan(100)
})

test('blocks are suspect from the highest proven block below a false one', () => {
  const samples = new WorkSamples(seededRandom('suspect'))
  samples.add(heights(50, 150), read)
  expect(samples.suspectFrom(120n, [])).toBe(50n)
  expect(samples.suspectFrom(120n, [60n, 130n, 90n])).toBe(91n)
  expect(samples.suspectFrom(50n, [60n])).toBe(50n)
  samples.checked()
  samples.add(heights(150, 300), read)
  expect(samples.suspectFrom(200n, [])).toBe(150n)
  expect(samples.suspectFrom(200n, [170n])).toBe(171n)
  samples.cut(140n)
  samples.add(heights(140, 300), read)
  expect(samples.suspectFrom(200n, [])).toBe(140n)
})

test('checked blocks are not checked again, and removed ones never', () => {
  const samples = new WorkSamples(seededRandom('again'))
  samples.add(heights(1, 100), read)
  samples.checked()
  expect(dueOf(samples)).toEqual([])
  samples.add(heights(100, 103), read)
  expect(dueOf(samples)).toEqual([100, 101, 102])
  samples.cut(101n)
  expect(dueOf(samples)).toEqual([100])
  samples.add(heights(98, 100), read)
  expect(dueOf(samples)).toEqual([98, 99])
})
