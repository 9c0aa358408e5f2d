import { describe, expect, test } from 'vitest'
import { DecoyPicker, gammaVariate } from '../../../../../worker/engine/payments/rings/gamma.ts'
import { count } from '../../../../support/random/case-counts.ts'
import { seededBytes } from '../../../../support/random/sfc32.ts'

/** Regularised lower incomplete gamma function, by its series. */
function gammaCdf(shape: number, x: number): number {
  if (x <= 0) return 0
  let term = 1 / shape
  let sum = term
  for (let n = 1; term > sum * 1e-16; n++) sum += term *= x / (shape + n)
  return Math.min(1, sum * Math.exp(shape * Math.log(x) - x - logGamma(shape)))
}

/** Stirling's series, after shifting its argument to where it is exact enough. */
function logGamma(x: number): number {
  let shift = 0
  let z = x
  for (; z < 20; z++) shift += Math.log(z)
  const series = 1 / (12 * z) - 1 / (360 * z ** 3) + 1 / (1260 * z ** 5)
  return (z - 0.5) * Math.log(z) - z + 0.5 * Math.log(2 * Math.PI) + series - shift
}

/** Share of spends that are younger than `seconds`: what monero's constants say. */
const youngerThan = (seconds: number) => gammaCdf(19.28, Math.log(seconds) * 1.61)

/** Largest distance between the distribution of `samples` and `cdf`, over their values. */
function kolmogorov(samples: readonly number[], cdf: (value: number) => number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  let distance = 0
  for (const [i, value] of sorted.entries()) {
    if (value === sorted[i + 1]) continue
    distance = Math.max(distance, Math.abs((i + 1) / sorted.length - cdf(value)))
  }
  return distance
}

/** Passed by 99.9 of 100 true samples. */
const bound = (samples: number) => 1.95 / Math.sqrt(samples)

/** A chain with one output a block: an index is a height, and an age its distance from the top. */
const oneEach = (blocks: number) => Float64Array.from({ length: blocks }, (_, i) => i + 1)

describe('gammaVariate', () => {
  test.each([1, 2.5, 19.28])('follows the gamma distribution of shape %d', (shape) => {
    const random = seededBytes(shape * 100)
    const samples = Array.from({ length: count(20_000, 400_000) }, () =>
      gammaVariate(random, shape),
    )
    expect(kolmogorov(samples, (x) => gammaCdf(shape, x))).toBeLessThan(bound(samples.length))
  })
})

describe('DecoyPicker', () => {
  test('draws ages like monero', () => {
    const blocks = 2_000_000
    const picker = new DecoyPicker(oneEach(blocks), seededBytes(7))
    expect(picker.spendable).toBe(blocks - 9)

    const back: number[] = []
    const wanted = count(20_000, 400_000)
    while (back.length < wanted) {
      const index = picker.pick()
      if (index !== undefined) back.push(picker.spendable - 1 - index)
    }
    // Spends below the ten blocks that coins wait are spread over the first fifteen.
    const recent = (outputs: number) => youngerThan(1200) * Math.min(1, outputs / 15)
    const older = (outputs: number) => youngerThan(1200 + 120 * outputs) - youngerThan(1200)
    const all = recent(picker.spendable) + older(picker.spendable)
    // Monero's search for the block of an output takes the one before when it is a block's first:
    // here always, so that every pick is one output further back than its age says.
    const cdf = (outputs: number) => (recent(outputs) + older(outputs)) / all
    expect(kolmogorov(back, cdf)).toBeLessThan(bound(back.length))
  })

  test('spreads picks over the outputs of a block', () => {
    const blocks = 50_000
    const counts = Float64Array.from({ length: blocks }, (_, i) => (i + 1) * 20)
    const picker = new DecoyPicker(counts, seededBytes(8))
    const seen = new Array<number>(20).fill(0)
    for (let picks = 0; picks < 40_000;) {
      const index = picker.pick()
      if (index === undefined) continue
      seen[index % 20]!++
      picks++
    }
    for (const times of seen) expect(Math.abs(times - 2000)).toBeLessThan(220)
  })

  test('measures time by the outputs of the last year', () => {
    // As many outputs before the last year as would make them seem twice as frequent.
    const year = 262_800
    const before = Float64Array.from({ length: 10 }, () => year)
    const counts = Float64Array.from([...before, ...oneEach(year).map((n) => n + year)])
    const slow = new DecoyPicker(counts, seededBytes(9))
    const same = new DecoyPicker(oneEach(2 * year), seededBytes(9))
    for (let i = 0; i < 1000; i++) {
      const index = slow.pick()
      if (index !== undefined && index >= year) expect(index).toBe(same.pick())
      else same.pick()
    }
  })

  test('never picks an output of the last nine blocks, or of an empty block', () => {
    const counts = Float64Array.from({ length: 400 }, (_, i) => Math.floor(i / 3) + 1)
    const picker = new DecoyPicker(counts, seededBytes(10))
    for (let i = 0; i < 20_000; i++) {
      const index = picker.pick()
      if (index !== undefined) expect(index >= 0 && index < counts[390]!).toBe(true)
    }
    expect(picker.spendable).toBe(counts[390])
  })
})
