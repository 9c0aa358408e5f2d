/**
 * The kernels against the crypto module and against noble's curves: the same bytes for every input, valid or not.
 */
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { createFallback } from '#wasm/fallback/index.ts'
import type { RandomBytes, ScanBatch } from '#wasm/types.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { seededBytes } from '../../support/random/sfc32.ts'
import { readLines } from '../cases/monero_vectors.ts'
import { realTransactionCases } from '../cases/real_transactions.ts'
import { scanCases } from '../cases/scan.ts'
import { subaddressCases } from '../cases/subaddresses.ts'
import { makeWasm } from '../module.ts'
import { anyScalar, edgeEncodings, edgeScalars, randomTwistedPoint, smallOrder } from '../values.ts'
import { kernels, makeKernel, makeWith } from './modules.ts'

const draw = seededBytes(seed())
const main = makeWasm(draw)
const fallback = createFallback(draw)

/** Ordinary points, with torsion and without; few, since making them takes noble long. */
const points = Array.from({ length: 200 }, () => randomTwistedPoint(draw))

/** Half of random bytes are points; a quarter here are awkward ones, or none. */
function anyKey(random: RandomBytes): Uint8Array {
  const [kind, which] = random(2) as unknown as [number, number]
  if (kind < 32) return edgeEncodings[which % edgeEncodings.length]!
  if (kind < 64) return smallOrder[which % 8]!
  return kind < 96 ? points[which % points.length]! : random(32)
}

/** One row a key without a view tag, so that all keys that are points are looked at to the end. */
function batchOf(keys: Uint8Array[], outputKeys: Uint8Array[]): ScanBatch {
  const rows = keys.length
  return {
    keys: concatBytes(...keys),
    firstRow: Uint32Array.from({ length: rows + 1 }, (_, i) => i),
    outputKeys: concatBytes(...outputKeys),
    outputIndices: Uint32Array.from({ length: rows }, (_, i) => (i * 0x9e3779b1) >>> (i % 32)),
    viewTags: new Int16Array(rows).fill(-1),
  }
}

const randomBatch = (random: RandomBytes, rows: number) =>
  batchOf(
    Array.from({ length: rows }, () => anyKey(random)),
    Array.from({ length: rows }, () => anyKey(random)),
  )

describe.each(kernels)('the %s kernel', (kernel) => {
  scanCases(makeWith(kernel))
  realTransactionCases(makeWith(kernel))
  subaddressCases(makeWith(kernel))

  const { scan, keyDerivations, areInMainSubgroup, subaddressSpendKeys, subaddressViewKeys } =
    makeKernel(kernel)
  const batches = count(12, 500)

  test(`agrees with the crypto module for ${batches * 240} keys`, () => {
    let found = 0
    for (let i = 0; i < batches; i++) {
      const batch = randomBatch(draw, 240 - (i % 5))
      const secret = anyScalar(draw)
      const candidates = scan(secret, batch)
      expect(candidates).toEqual(main.scan(secret, batch))
      found += candidates.length
    }
    // About half of the keys are points, and half of these outputs.
    expect(found / (batches * 240)).toBeGreaterThan(0.2)
  }, 600_000)

  test('multiplies every edge-case key by every edge-case secret', () => {
    const keys = [...smallOrder, ...edgeEncodings, ...points.slice(0, 5)]
    const batch = batchOf(keys, keys.toReversed())
    for (const secret of edgeScalars) expect(scan(secret, batch)).toEqual(main.scan(secret, batch))
  })

  test('derives the keys of the vectors of monero', () => {
    const vectors = readLines().filter((line) => line.startsWith('generate_key_derivation '))
    expect(vectors).toHaveLength(272)
    for (const line of vectors) {
      const [, key, secret, ok, derivation] = line.split(' ')
      const found = scan(hexToBytes(secret!), batchOf([hexToBytes(key!)], [points[0]!]))
      const expected = ok === 'true' ? [derivation] : []
      expect(found.map((each) => bytesToHex(each.derivation))).toEqual(expected)
    }
  })

  const awkward = [...smallOrder, ...edgeEncodings, ...points]

  test('agrees with the crypto module on derivations of every edge-case key and secret', () => {
    for (const secret of [...edgeScalars, anyScalar(draw)])
      expect(keyDerivations(awkward, secret)).toEqual(main.keyDerivations(awkward, secret))
  })

  test('recognises exactly the points of the main subgroup', () => {
    const found = awkward.map((point) => areInMainSubgroup([point]))
    expect(found).toEqual(awkward.map((point) => main.isInMainSubgroup(point)))
    expect(new Set(found).size).toBe(2)
    const fine = awkward.filter((_, i) => found[i])
    expect(areInMainSubgroup(fine)).toBe(true)
    for (const [i, other] of awkward.entries())
      if (!found[i]) expect(areInMainSubgroup(fine.with(i % fine.length, other))).toBe(false)
  })

  test.each([0, 1, 3, 4, 5, 127, 128, 129, 1023, 1024, 1025])('derives for %d keys', (length) => {
    const keys = Array.from({ length }, (_, i) => awkward[i % awkward.length]!)
    const secret = anyScalar(draw)
    expect(keyDerivations(keys, secret)).toEqual(main.keyDerivations(keys, secret))
  })

  // Four points are worked on together, and 128 share an inversion.
  test.each([1, 2, 3, 4, 5, 127, 128, 129, 131, 257])('%d keys', (rows) => {
    const batch = batchOf(
      Array.from({ length: rows }, (_, i) => points[i % 200]!),
      Array.from({ length: rows }, (_, i) => points[(7 * i) % 200]!),
    )
    const secret = anyScalar(draw)
    const candidates = scan(secret, batch)
    expect(candidates).toHaveLength(rows)
    expect(candidates).toEqual(main.scan(secret, batch))
  })

  const lookaheads = count(4, 100)

  test(`agrees with the crypto module and noble-curves on ${lookaheads * 210} subaddresses`, () => {
    for (let i = 0; i < lookaheads; i++) {
      const spendPublic = points[i % 200]!
      const where = [anyScalar(draw), spendPublic, i, i * 1000, 200 + (i % 20)] as const
      const keys = subaddressSpendKeys(...where)
      expect(keys).toEqual(main.subaddressSpendKeys(...where))
      expect(keys).toEqual(fallback.subaddressSpendKeys(...where))
      const viewKeys = subaddressViewKeys(...where)
      expect(viewKeys).toEqual(main.subaddressViewKeys(...where))
      expect(viewKeys).toEqual(fallback.subaddressViewKeys(...where))
    }
  }, 600_000)

  test('keeps the order of outputs if some of them are not points', () => {
    const keys = Array.from({ length: 300 }, (_, i) => points[i % 200]!)
    const outputKeys = keys.map((key, i) => (i % 3 === 1 ? edgeEncodings.at(-1)! : key))
    const candidates = scan(draw(32), batchOf(keys, outputKeys))
    const expected = keys.map((_, i) => i).filter((i) => i % 3 !== 1)
    expect(candidates.map(({ row }) => row)).toEqual(expected)
  })
})

// Noble takes a millisecond a key, so that it is asked once for all.
describe('noble-curves', () => {
  const others = [main, ...kernels.map(makeKernel)]
  const batches = count(5, 50)
  const keys = batches * 240
  const parts = Array.from({ length: count(1, 84) }, (_, part) => part * keys)

  test.each(parts)(
    `agrees with the kernels and the crypto module, ${keys} keys from %i on`,
    async (from) => {
      // Of its own, so that a part gives the same keys when it is run alone.
      const random = seededBytes(seed() + from)
      for (let i = 0; i < batches; i++) {
        const [secret, batch] = [anyScalar(random), randomBatch(random, 238 + (i % 5))]
        const expected = fallback.scan(secret, batch)
        for (const { scan } of others) expect(scan(secret, batch)).toEqual(expected)
        // Lets the test runner process its messages.
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
    600_000,
  )
})
