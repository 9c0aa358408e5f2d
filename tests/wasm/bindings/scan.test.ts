/**
 * The module scans long batches in pieces; the results must not depend on where they are cut.
 */
import { concatBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import type { ScanBatch } from '#wasm/types.ts'
import { seed } from '../../support/random/case-counts.ts'
import { seededRandom } from '../../support/random/keccak-random.ts'
import { scanCases } from '../cases/scan.ts'
import { builds, makeBuild, makeWasm } from '../module.ts'
import { edgeEncodings, randomPoint, randomScalar } from '../values.ts'

describe.each(builds)('%s', (build) => {
  scanCases(makeBuild(build))
})

const random = seededRandom(`${seed()} chunks`)
const crypto = makeWasm(random)
const noPoint = edgeEncodings.at(-1)!

describe('a long batch', () => {
  const secret = randomScalar(random)
  // Rows of a key: none to three. Some keys and some outputs are no points.
  const transactions = Array.from({ length: 200 }, (_, i) => ({
    key: i % 31 === 30 ? noPoint : randomPoint(random),
    outputs: Array.from({ length: i % 4 }, (_, n) =>
      (i + n) % 13 === 12 ? noPoint : randomPoint(random),
    ),
  }))
  const outputs = transactions.flatMap((transaction) => transaction.outputs)
  const firstRow = Uint32Array.from({ length: transactions.length + 1 }, (_, i) =>
    transactions.slice(0, i).reduce((sum, transaction) => sum + transaction.outputs.length, 0),
  )
  const batch: ScanBatch = {
    keys: concatBytes(...transactions.map(({ key }) => key)),
    firstRow,
    outputKeys: concatBytes(...outputs),
    outputIndices: Uint32Array.from(transactions.flatMap((t) => t.outputs.map((_, n) => n * 100))),
    viewTags: new Int16Array(outputs.length).fill(-1),
  }

  /** Row by row, with the functions for one output. */
  function oneByOne({ viewTags }: ScanBatch) {
    return transactions.flatMap(({ key, outputs: keys }, i) => {
      const derivation = crypto.keyDerivation(key, secret)
      if (!derivation) return []
      return keys.flatMap((outputKey, n) => {
        const row = firstRow[i]! + n
        const index = n * 100
        if (viewTags[row] !== -1 && viewTags[row] !== crypto.deriveViewTag(derivation, index))
          return []
        const spendKey = crypto.deriveSubaddressPublicKey(outputKey, derivation, index)
        return spendKey ? [{ row, derivation, spendKey }] : []
      })
    })
  }

  test('finds in 300 rows without view tags what single scans find', () => {
    const found = crypto.scan(secret, batch)
    expect(found).toEqual(oneByOne(batch))
    expect(found.length).toBeGreaterThan(200)
  })

  test('finds only rows with a matching view tag', () => {
    const found = crypto.scan(secret, batch)
    const viewTags = new Int16Array(outputs.length)
    // Every third row gets the tag that its derivation makes; the rest another.
    for (const { row, derivation } of found) {
      const tag = crypto.deriveViewTag(derivation, batch.outputIndices[row]!)
      viewTags[row] = row % 3 === 0 ? tag : (tag + 1) & 255
    }
    const tagged = { ...batch, viewTags }
    expect(crypto.scan(secret, tagged)).toEqual(found.filter(({ row }) => row % 3 === 0))
    expect(crypto.scan(secret, tagged)).toEqual(oneByOne(tagged))
  })

  test('an empty batch has no candidates', () => {
    const none = new Uint8Array()
    const rows = { outputKeys: none, outputIndices: new Uint32Array(), viewTags: new Int16Array() }
    expect(crypto.scan(secret, { keys: none, firstRow: Uint32Array.of(0), ...rows })).toEqual([])
  })

  test.each([
    ['keys', { keys: batch.keys.subarray(1) }],
    ['firstRow', { firstRow: firstRow.map((row) => row + 1) }],
    ['firstRow', { firstRow: firstRow.toReversed() }],
    ['firstRow', { firstRow: firstRow.with(5, 0xffffffff) }],
    ['outputKeys', { outputKeys: batch.outputKeys.subarray(32) }],
    ['viewTags', { viewTags: batch.viewTags.subarray(1) }],
  ])('error: columns with inconsistent %s', (name, change) => {
    expect(() => crypto.scan(secret, { ...batch, ...change })).toThrow(name)
    expect(() => crypto.scan(secret, { ...batch, ...change })).toThrow(RangeError)
  })
})
