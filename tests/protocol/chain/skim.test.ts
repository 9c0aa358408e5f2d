import { hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { additionalKeys, parseExtra, publicKeys, writeExtra } from '#protocol/chain/extra.ts'
import { ChainError } from '#protocol/chain/reader.ts'
import { Skim, skimExtra } from '#protocol/chain/skim.ts'
import { parseTransaction, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { transactions } from '../../vectors/chain/vectors.ts'
import { mutated } from '../../support/mutation/arbitrary-mutations.ts'

const corpus = (name: string) =>
  hexToBytes(readFileSync(`tests/vectors/chain/corpus/${name}.hex`, 'utf8').trim())
const real = [...transactions.map(([, { hex }]) => hexToBytes(hex)), corpus('TX1'), corpus('TX2')]
/** The same as a pruned node gives them. */
const prunedOnes = real.map((bytes) => {
  const tx = parseTransaction(bytes)
  return bytes.slice(0, tx.baseSize)
})
const runs = () => ({ numRuns: count(1500, 50_000), seed: seed() })

function parsed(bytes: Uint8Array, pruned: boolean): ParsedTransaction | undefined {
  try {
    return parseTransaction(bytes, { pruned })
  } catch (error) {
    if (error instanceof ChainError) return undefined
    throw error
  }
}

/** Where the parts of a transaction stand, counted from where it begins. */
function placesOf(tx: ParsedTransaction, bytes: Uint8Array) {
  const place = (part: Uint8Array) => part.byteOffset - bytes.byteOffset
  const isWhole1 = tx.version === 1 && !tx.pruned
  return {
    firstOutput: [0],
    outputs: tx.outputs.map(({ key }) => place(key)),
    viewTags: tx.outputs.map(({ viewTag }) => viewTag ?? -1),
    firstKeyImage: [0],
    keyImages: tx.inputs.flatMap((input) => (input.kind === 'key' ? [place(input.keyImage)] : [])),
    extras: [place(tx.extra)],
    extraEnds: [place(tx.extra) + tx.extra.length],
    fees: [exact(feeOf(tx))],
    prefixEnds: [tx.prefixSize],
    baseEnds: [isWhole1 ? tx.blob.length : tx.baseSize],
  }
}

/** Infinite where a sum of amounts is no safe integer. */
function feeOf({ version, inputs, outputs, ringct }: ParsedTransaction): number {
  if (version === 2) return Number(ringct?.fee ?? 0n)
  const paid = inputs.reduce(
    (sum, each) => sum + (each.kind === 'key' ? Number(each.amount) : 0),
    0,
  )
  const received = outputs.reduce((sum, { amount }) => sum + Number(amount), 0)
  return Number.isSafeInteger(paid) && Number.isSafeInteger(received) ? paid - received : Infinity
}

/** A skim reads fees as floating point numbers, which above 2^53 only show that they are that large. */
const exact = (fee: number) => (Number.isSafeInteger(fee) ? fee : Infinity)

/** Whether a skim says of the bytes what the parser says, as far as it looks. */
function expectAlike(bytes: Uint8Array, pruned: boolean) {
  const skim = new Skim(bytes)
  const isFine = skim.transaction(0, bytes.length, pruned)
  // Proofs of a whole transaction are the parser's alone; so is what follows it.
  const tx = parsed(bytes, pruned) ?? (isFine && !pruned ? parsed(bytes, true) : undefined)
  expect(isFine).toBe(tx !== undefined)
  if (!tx) return
  const expected = placesOf(tx, bytes)
  if (tx.version === 1 && tx.pruned !== pruned) expected.baseEnds = skim.places.baseEnds
  expect({ ...skim.places, fees: skim.places.fees.map(exact) }).toEqual(expected)
}

describe('Skim', () => {
  test.each([
    ['pruned', prunedOnes, true],
    ['whole', real, false],
  ])('finds what the parser finds in real transactions, %s', (_, all, pruned) => {
    expect(all.length).toBeGreaterThan(10)
    for (const bytes of all) expectAlike(bytes, pruned)
  })

  test('accepts and rejects pruned transactions as the parser does', () => {
    fc.assert(
      fc.property(mutated(prunedOnes), (bytes) => expectAlike(bytes, true)),
      runs(),
    )
  })

  test('accepts and rejects whole transactions as the parser does', () => {
    fc.assert(
      fc.property(mutated(real), (bytes) => expectAlike(bytes, false)),
      runs(),
    )
  })

  test('accepts and rejects random bytes as the parser does', () => {
    const noise = fc.uint8Array({ maxLength: 200 })
    fc.assert(
      fc.property(noise, fc.constantFrom(0, 1, 2, 3), (bytes, version) =>
        expectAlike(Uint8Array.of(version, 0, ...bytes), true),
      ),
      runs(),
    )
  })

  test('reads several transactions from one buffer, each within its own bounds', () => {
    const [a, b] = [prunedOnes[0]!, prunedOnes[1]!]
    const bytes = Uint8Array.of(...a, 0xff, ...b)
    const skim = new Skim(bytes)
    expect(skim.transaction(0, a.length, true)).toBe(true)
    expect(skim.transaction(a.length + 1, bytes.length, true)).toBe(true)
    const [outputs, keyImages] = [skim.places.outputs.length, skim.places.keyImages.length]
    expect(outputs).toBe(
      parseTransaction(a, { pruned: true }).outputs.length +
        parseTransaction(b, { pruned: true }).outputs.length,
    )
    expect(keyImages).toBeGreaterThanOrEqual(skim.places.firstKeyImage[1]!)
    expect(new Skim(bytes).transaction(0, a.length - 1, true)).toBe(false)
  })
})

describe('skimExtra', () => {
  const alike = (extra: Uint8Array) => {
    const bytes = Uint8Array.of(9, 9, 9, ...extra, 9)
    const { own, additional } = skimExtra(bytes, 3, 3 + extra.length)
    const { fields } = parseExtra(extra)
    const keys = (places: readonly number[]) => places.map((at) => bytes.slice(at, at + 32))
    expect(keys(own)).toEqual(publicKeys(fields))
    expect(keys(additional)).toEqual(additionalKeys(fields))
  }

  test('finds the keys that the parser finds', () => {
    const key = fc.uint8Array({ minLength: 32, maxLength: 32 })
    const field = fc.oneof(
      fc.record({ kind: fc.constant('publicKey' as const), key }),
      fc.record({ kind: fc.constant('nonce' as const), nonce: fc.uint8Array({ maxLength: 255 }) }),
      fc.record({
        kind: fc.constant('additionalKeys' as const),
        keys: fc.array(key, { maxLength: 4 }),
      }),
      fc.record({ kind: fc.constant('minergate' as const), data: fc.uint8Array({ maxLength: 9 }) }),
    )
    fc.assert(
      fc.property(fc.array(field, { maxLength: 5 }), (fields) => {
        alike(writeExtra(fields))
        // In the order they were drawn too.
        alike(Uint8Array.from(fields.flatMap((each) => [...writeExtra([each])])))
      }),
      runs(),
    )
  })

  test('stops where the parser stops', () => {
    const key = new Array<number>(32).fill(7)
    const start = Uint8Array.from([
      1,
      ...key,
      4,
      2,
      ...key,
      ...key,
      2,
      9,
      1,
      1,
      2,
      3,
      4,
      5,
      6,
      7,
      8,
    ])
    fc.assert(fc.property(mutated([start]), alike), runs())
  })
})
