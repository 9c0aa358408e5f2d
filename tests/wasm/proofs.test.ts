/**
 * Signatures and proofs of the module against those of the fallback: the same bytes from the same draws,
 * each accepts the other's, and both refuse what was tampered with.
 */
import { describe, expect, test } from 'vitest'
import type { Clsag } from '#protocol/chain/ringct.ts'
import { createFallback } from '#wasm/fallback/index.ts'
import type { Crypto, RandomBytes, RingMember } from '#wasm/types.ts'
import { count, seed } from '../support/random/case-counts.ts'
import { seededRandom } from '../support/random/keccak-random.ts'
import { builds, makeBuild, makeWasm } from './module.ts'
import { edgeEncodings, smallOrder } from './values.ts'

const makes = [...builds.map(makeBuild), createFallback]
const identity = smallOrder[0]!
/** y = 2, which no point has. */
const noPoint = edgeEncodings.at(-5)!
const tooLarge = new Uint8Array(32).fill(255)

/** The same made by a module and the fallback, from the same draws. Both builds of the module make the same. */
function made<T>(name: string, make: (crypto: Crypto, random: RandomBytes) => T): [T, T] {
  const [module, fused, fallback] = makes.map((start) =>
    make(start(seededRandom(`${seed()} draws ${name}`)), seededRandom(`${seed()} ${name}`)),
  )
  expect(fused).toEqual(module)
  return [module!, fallback!]
}

const verifiers = makes.map((start) => start(seededRandom(`${seed()} verifiers`)))

/** What all say, which must be the same. */
function allSay(ask: (crypto: Crypto) => boolean): boolean {
  const [module, ...others] = verifiers.map(ask)
  expect(others).toEqual(others.map(() => module))
  return module!
}

function flipped(bytes: Uint8Array, random: RandomBytes): Uint8Array {
  const copy = bytes.slice()
  const bit = ((random(1)[0]! << 8) | random(1)[0]!) % (8 * copy.length)
  copy[bit >> 3]! ^= 1 << (bit & 7)
  return copy
}

const keyPair = (crypto: Crypto) => {
  const secret = crypto.randomScalar()
  return { secret, key: crypto.multiplyBase(secret) }
}

const cases = (n: number) => Array.from({ length: n }, (_, i) => i)
const random = seededRandom(`${seed()} flips`)

describe('transaction proofs', () => {
  test.each(cases(count(8, 250)))('number %i', (n) => {
    const version = n % 2 === 0 ? 1 : 2
    const [proof, same] = made(`proof ${n}`, (crypto, draw) => {
      const [view, spend] = [keyPair(crypto).key, n % 4 < 2 ? keyPair(crypto).key : undefined]
      const r = crypto.randomScalar()
      const R = spend ? crypto.multiply(r, spend)! : crypto.multiplyBase(r)
      const [D, hash] = [crypto.multiply(r, view)!, draw(32)]
      const signature = crypto.signTxProof(version, hash, R, view, spend, D, r)
      return { hash, R, view, spend, D, signature }
    })
    expect(proof).toEqual(same)
    const { hash, R, view, spend, D, signature } = proof
    const verify = (changed: Partial<typeof proof>) => (crypto: Crypto) => {
      const p = { ...proof, ...changed }
      return crypto.verifyTxProof(version, p.hash, p.R, p.view, p.spend, p.D, p.signature)
    }
    expect(allSay(verify({}))).toBe(true)
    expect(allSay(verify({ signature: flipped(signature, random) }))).toBe(false)
    expect(allSay(verify({ hash: flipped(hash, random) }))).toBe(false)
    for (const key of [noPoint, identity, view]) {
      expect(allSay(verify({ R: key }))).toBe(false)
      expect(allSay(verify({ D: key }))).toBe(false)
    }
    expect(allSay(verify({ spend: spend ? undefined : R }))).toBe(false)
    const other = (crypto: Crypto) =>
      crypto.verifyTxProof(version === 1 ? 2 : 1, hash, R, view, spend, D, signature)
    expect(allSay(other)).toBe(false)
  })
})

describe('ring signatures', () => {
  test.each(cases(count(6, 100)))('number %i', (n) => {
    const [signed, same] = made(`ring ${n}`, (crypto, draw) => {
      const pairs = Array.from({ length: (n % 5) + 1 }, () => keyPair(crypto))
      const realIndex = draw(1)[0]! % pairs.length
      const { key, secret } = pairs[realIndex]!
      const [hash, image] = [draw(32), crypto.keyImage(key, secret)]
      const ring = pairs.map((pair) => pair.key)
      return {
        hash,
        image,
        ring,
        signatures: crypto.signRing(hash, image, ring, secret, realIndex),
      }
    })
    expect(signed).toEqual(same)
    const verify = (changed: Partial<typeof signed>) => (crypto: Crypto) => {
      const { hash, image, ring, signatures } = { ...signed, ...changed }
      return crypto.verifyRing(hash, image, ring, signatures)
    }
    expect(allSay(verify({}))).toBe(true)
    expect(allSay(verify({ signatures: flipped(signed.signatures, random) }))).toBe(false)
    expect(allSay(verify({ hash: flipped(signed.hash, random) }))).toBe(false)
    expect(allSay(verify({ image: noPoint }))).toBe(false)
    expect(allSay(verify({ ring: signed.ring.with(0, noPoint) }))).toBe(false)
  })
})

type Spent = {
  message: Uint8Array
  ring: RingMember[]
  pseudoOutput: Uint8Array
  keyImage: Uint8Array
  signature: Clsag
}

function spend(crypto: Crypto, draw: RandomBytes, size: number): Spent {
  const pairs = Array.from({ length: size }, () => keyPair(crypto))
  const masks = pairs.map(() => crypto.randomScalar())
  const amounts = pairs.map(() => BigInt(draw(1)[0]!))
  const realIndex = draw(1)[0]! % size
  const ring = pairs.map(({ key }, i) => ({
    key,
    commitment: crypto.commit(amounts[i]!, masks[i]!),
  }))
  const [message, pseudoMask] = [draw(32), crypto.randomScalar()]
  const pseudoOutput = crypto.commit(amounts[realIndex]!, pseudoMask)
  const { secret, key } = pairs[realIndex]!
  const mask = masks[realIndex]!
  const input = { message, ring, realIndex, secret, mask, pseudoOutput, pseudoMask }
  const { signature, keyImage } = crypto.signClsag(input)
  expect(keyImage).toEqual(crypto.keyImage(key, secret))
  return { message, ring, pseudoOutput, keyImage, signature }
}

describe('CLSAG', () => {
  const verify = (spent: Spent) => (crypto: Crypto) => crypto.verifyClsag(spent)

  test.each(cases(count(6, 100)))('number %i', (n) => {
    const size = n % 3 === 0 ? 16 : (n % 5) + 1
    const [spent, same] = made(`clsag ${n}`, (crypto, draw) => spend(crypto, draw, size))
    expect(spent).toEqual(same)
    const { signature, ring } = spent
    expect(allSay(verify(spent))).toBe(true)

    const i = n % size
    const changed = (change: Partial<Clsag>) => ({
      ...spent,
      signature: { ...signature, ...change },
    })
    const member = (change: Partial<RingMember>) => ({
      ...spent,
      ring: ring.with(i, { ...ring[i]!, ...change }),
    })
    const refused: Spent[] = [
      changed({ s: signature.s.with(i, flipped(signature.s[i]!, random)) }),
      changed({ s: signature.s.with(i, tooLarge) }),
      changed({ s: signature.s.slice(1) }),
      changed({ c1: flipped(signature.c1, random) }),
      changed({ c1: tooLarge }),
      ...[noPoint, identity, ...smallOrder].map((D) => changed({ D })),
      member({ key: noPoint }),
      member({ commitment: noPoint }),
      member({ commitment: spent.pseudoOutput }),
      { ...spent, message: flipped(spent.message, random) },
      { ...spent, pseudoOutput: noPoint },
      { ...spent, pseudoOutput: ring[i]!.key },
      ...[noPoint, identity, ring[i]!.key].map((keyImage) => ({ ...spent, keyImage })),
      { ...spent, ring: [], signature: { ...signature, s: [] } },
    ]
    for (const other of refused) expect(allSay(verify(other))).toBe(false)
  })

  test('a signature for a wrong amount is invalid', () => {
    const crypto = makeWasm(seededRandom(seed()))
    const { key, secret } = keyPair(crypto)
    const [mask, pseudoMask] = [crypto.randomScalar(), crypto.randomScalar()]
    const ring = [{ key, commitment: crypto.commit(5n, mask) }]
    const pseudoOutput = crypto.commit(6n, pseudoMask)
    const message = new Uint8Array(32)
    const input = { message, ring, realIndex: 0, secret, mask, pseudoOutput, pseudoMask }
    const signed = crypto.signClsag(input)
    expect(allSay(verify({ message, ring, pseudoOutput, ...signed }))).toBe(false)
  })
})

describe('Bulletproofs+', () => {
  const prove = (n: number, size: number) =>
    made(`range ${n}`, (crypto, draw) => {
      const edges = [0n, 1n, 2n ** 63n, 2n ** 64n - 1n]
      const amounts = Array.from({ length: size }, () => {
        const bytes = draw(9)
        const amount = new DataView(bytes.buffer).getBigUint64(0)
        return bytes[8]! < 128 ? edges[bytes[8]! & 3]! : amount
      })
      const masks = amounts.map(() => crypto.randomScalar())
      const { proof, commitments: eighths } = crypto.proveRange(amounts, masks)
      const commitments = amounts.map((amount, i) => crypto.commit(amount, masks[i]!))
      return { proof, commitments, eighths }
    })
  const sizes = [
    1,
    2,
    3,
    5,
    16,
    ...cases(15).map((n) => n + 1),
    ...Array<number>(30).fill(2),
  ].slice(0, count(4, 50))

  test.each(sizes.map((size, n) => [n, size]))(
    'number %i, of %i amounts',
    (n, size) => {
      const [claim, same] = prove(n, size)
      const { proof, commitments, eighths } = claim
      expect(claim).toEqual(same)
      const eight = Uint8Array.of(8, ...new Uint8Array(31))
      const whole = eighths.map((point) => verifiers[0]!.multiply(eight, point))
      expect(whole).toEqual(commitments)

      const verify = (...claims: Pick<typeof claim, 'proof' | 'commitments'>[]) =>
        allSay((crypto) => crypto.verifyRanges(claims))
      const wrong = (change: Partial<typeof proof>) => ({
        ...claim,
        proof: { ...proof, ...change },
      })
      expect(verify(claim)).toBe(true)
      expect(verify(claim, claim)).toBe(true)
      const refused = [
        ...(['A', 'A1', 'B', 'r1', 's1', 'd1'] as const).flatMap((name) => [
          wrong({ [name]: flipped(proof[name], random) }),
          wrong({ [name]: tooLarge }),
          wrong({ [name]: noPoint }),
        ]),
        wrong({ L: proof.L.with(n % 6, flipped(proof.L[n % 6]!, random)) }),
        wrong({ R: proof.R.with(n % 6, proof.L[n % 6]!) }),
        wrong({ R: proof.R.with(n % 6, noPoint) }),
        wrong({ L: proof.L.slice(1) }),
        wrong({ L: proof.L.slice(1), R: proof.R.slice(1) }),
        { proof, commitments: commitments.with(0, proof.A) },
        { proof, commitments: commitments.with(0, noPoint) },
        { proof, commitments: [] },
        { proof, commitments: Array<Uint8Array>(17).fill(commitments[0]!) },
      ]
      // The fallback is slow, and asked about some of them.
      const every = count(8, 4)
      for (const [i, other] of refused.entries()) {
        if (i % every === n % every) expect(verify(claim, other)).toBe(false)
        else expect(verifiers[0]!.verifyRanges([claim, other])).toBe(false)
      }
    },
    600_000,
  )

  test('an empty list of proofs is valid', () =>
    expect(allSay((crypto) => crypto.verifyRanges([]))).toBe(true))

  test('two invalid proofs do not cancel out in a batch', () => {
    const [{ proof, commitments }] = prove(1000, 2)
    const crossed = { proof, commitments: [commitments[1]!, commitments[0]!] }
    expect(allSay((crypto) => crypto.verifyRanges([crossed, crossed]))).toBe(false)
  })

  test('a commitment with torsion is invalid', () => {
    const [{ proof, commitments }] = prove(1001, 1)
    const twisted = [verifiers[0]!.pointAdd(commitments[0]!, smallOrder[4]!)!]
    expect(allSay((crypto) => crypto.verifyRanges([{ proof, commitments: twisted }]))).toBe(false)
  })

  test('error: 0, 17 or unequal numbers of amounts and masks', () => {
    const [crypto] = verifiers
    const masks = (n: number) => Array.from({ length: n }, () => crypto!.randomScalar())
    expect(() => crypto!.proveRange([], [])).toThrow(RangeError)
    expect(() => crypto!.proveRange(Array<bigint>(17).fill(1n), masks(17))).toThrow(RangeError)
    expect(() => crypto!.proveRange([1n], masks(2))).toThrow(RangeError)
    expect(() => crypto!.proveRange([2n ** 64n], masks(1))).toThrow(RangeError)
    expect(() => crypto!.proveRange([1n], [tooLarge])).toThrow(RangeError)
  })
})
