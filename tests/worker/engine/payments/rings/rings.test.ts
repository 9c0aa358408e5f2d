import { beforeAll, describe, expect, test } from 'vitest'
import { createFallback } from '#wasm/fallback/index.ts'
import { DecoyPicker } from '../../../../../worker/engine/payments/rings/gamma.ts'
import {
  choosePicks,
  isPlausible,
  makeRing,
  requestedOutputs,
  type RingCandidate,
} from '../../../../../worker/engine/payments/rings/rings.ts'
import type { RealOutput, Ring } from '../../../../../worker/engine/tx/ring.ts'
import { seededBytes } from '../../../../support/random/sfc32.ts'

const crypto = createFallback(seededBytes(1))

const oneEach = (blocks: number) => Float64Array.from({ length: blocks }, (_, i) => i + 1)
const pickerOf = (blocks: number, seed = 1) => new DecoyPicker(oneEach(blocks), seededBytes(seed))

/** Points of the prime-order subgroup. */
const points: Uint8Array[] = []
beforeAll(() => {
  let point = crypto.multiplyBase(Uint8Array.of(3, ...new Uint8Array(31)))
  for (let i = 0; i < 90; i++) {
    points.push(point)
    point = crypto.pointAdd(point, points[0]!)!
  }
})

test('75 outputs are requested for a ring of 16', () => {
  expect(requestedOutputs(16)).toBe(75)
})

describe('choosePicks', () => {
  test('begins with the own output and contains each index once', () => {
    const picks = choosePicks(pickerOf(3000), 1234, [], 75)
    expect(picks[0]).toBe(1234)
    expect(picks.length).toBe(75)
    expect(new Set(picks).size).toBe(75)
  })

  test('puts the members of an earlier ring before other picks', () => {
    const known = [3, 77, 1234, 2000, 2990]
    const picks = choosePicks(pickerOf(3000), 1234, known, 75)
    expect(picks.slice(0, 5)).toEqual([1234, 3, 77, 2000, 2990])
    expect(picks.length).toBe(75)
  })

  test('drops members that are too young after a reorganisation', () => {
    const picks = choosePicks(pickerOf(3000), 1234, [2995], 75)
    expect(picks).not.toContain(2995)
  })

  test('picks all old enough outputs of a young chain', () => {
    const picks = choosePicks(pickerOf(60), 20, [], 75)
    expect(new Set(picks)).toEqual(new Set(Array.from({ length: 51 }, (_, i) => i)))
    expect(picks.length).toBe(75)
  })

  test('error: a distribution without an output to draw', () => {
    // A year of nothing after a block of two outputs: no draw goes further back.
    const counts = new Float64Array(300_000).fill(1002).fill(1000, 0, 1)
    const picker = new DecoyPicker(counts, seededBytes(2))
    expect(() => choosePicks(picker, 5, [], 75)).toThrow('failed to get output distribution')
  })
})

describe('makeRing', () => {
  const real = (): RealOutput => ({ globalIndex: 7, key: points[7]!, commitment: points[8]! })
  const candidates = (): Map<number, RingCandidate> =>
    new Map(
      points
        .slice(0, 80)
        .map((key, i) => [i, { key, commitment: points[i + 1]!, unlocked: true }] as const),
    )
  const picks = [7, ...Array.from({ length: 60 }, (_, i) => i + 10), 1, 2, 3]
  const limits = { ringSize: 16, unusable: 7 }
  const attempt = (given: Map<number, RingCandidate>) =>
    makeRing(crypto, real(), picks, given, limits)
  const ring = (given: Map<number, RingCandidate>) => {
    const made = attempt(given)
    if (!made) throw new Error('too many candidates are unusable')
    return made
  }

  test('contains the own output and the first picks, ascending', () => {
    const { members, realIndex } = ring(candidates())
    const indices = members.map(({ globalIndex }) => globalIndex)
    expect(indices).toEqual([7, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24])
    expect(realIndex).toBe(0)
    expect(members[1]).toEqual({ globalIndex: 10, key: points[10], commitment: points[11] })
  })

  test('leaves out locked outputs and invalid keys', () => {
    const answer = candidates()
    answer.set(10, { ...answer.get(10)!, unlocked: false })
    answer.set(11, { ...answer.get(11)!, key: new Uint8Array(32).fill(0xff) })
    // The point of order two, which is on the curve but not in the subgroup.
    const orderTwo = Uint8Array.of(0xec, ...new Uint8Array(30).fill(0xff), 0x7f)
    answer.set(12, { ...answer.get(12)!, commitment: orderTwo })
    const indices = ring(answer).members.map(({ globalIndex }) => globalIndex)
    expect(indices.slice(0, 3)).toEqual([7, 13, 14])
    expect(indices.length).toBe(16)
  })

  test('contains each one-time key once', () => {
    const answer = candidates()
    answer.set(10, { ...answer.get(10)!, key: points[7]! })
    answer.set(12, { ...answer.get(12)!, key: points[11]! })
    const { members, realIndex } = ring(answer)
    const indices = members.map(({ globalIndex }) => globalIndex)
    expect(indices.slice(0, 4)).toEqual([7, 11, 13, 14])
    expect(indices.length).toBe(16)
    expect(members[realIndex]).toEqual(real())
  })

  test('is undefined when more than seven of the first picks are unusable', () => {
    const answer = candidates()
    for (let index = 10; index < 17; index++)
      answer.set(index, { ...answer.get(index)!, key: points[30]! })
    // Index 30 is a pick too: the first of the equal keys stays.
    expect(ring(answer).members.map(({ globalIndex }) => globalIndex)).toContain(10)
    for (let index = 17; index < 19; index++)
      answer.set(index, { ...answer.get(index)!, key: points[30]! })
    expect(attempt(answer)).toBeUndefined()
  })

  test('error: too few candidates', () => {
    const answer = new Map([...candidates()].filter(([i]) => i < 24))
    expect(() => ring(answer)).not.toThrow()
    const fewer = new Map([...candidates()].filter(([i]) => i < 20))
    expect(() => ring(fewer)).toThrow(
      expect.objectContaining({
        code: -19,
        message: 'not enough outputs to use Please use sweep_dust.',
      }),
    )
  })
})

describe('isPlausible', () => {
  const ringOf = (...indices: number[]): Ring => ({
    members: indices.map((globalIndex) => ({
      globalIndex,
      key: new Uint8Array(32),
      commitment: new Uint8Array(32),
    })),
    realIndex: 0,
  })
  const spread = (from: number) => ringOf(...Array.from({ length: 16 }, (_, i) => from + i))

  test('refuses rings whose members are too old', () => {
    expect(isPlausible([spread(60_000)], 100_000)).toBe(true)
    expect(isPlausible([spread(59_980)], 100_000)).toBe(false)
  })

  test('refuses rings with too many common members', () => {
    expect(isPlausible([spread(90_000), spread(90_008)], 100_000)).toBe(false)
    expect(isPlausible([spread(90_000), spread(90_012)], 100_000)).toBe(true)
  })

  test('accepts both on a young chain', () => {
    expect(isPlausible([spread(0), spread(0)], 9999)).toBe(true)
  })
})
