import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  answerOf,
  challengeOf,
  sumOfSecrets,
  weightsOf,
  type ToSign,
} from '../../../../worker/engine/multisig/clsag.ts'
import { inverseEight } from '../../../../worker/engine/base/inverse-eight.ts'
import { count, seed } from '../../../support/random/case-counts.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const scalar = () => crypto.randomScalar()
const point = () => crypto.multiplyBase(scalar())

/** A ring to sign, and w by its parts: of the output key and of the commitment to zero. */
function toBeSigned(size: number, realIndex: number) {
  const [key, mask, pseudoMask] = [scalar(), scalar(), scalar()]
  const ring = Array.from({ length: size }, () => ({ key: point(), commitment: point() }))
  ring[realIndex] = { key: crypto.multiplyBase(key), commitment: crypto.commit(7n, mask) }
  const real = ring[realIndex].key
  const toZero = crypto.scalarSubtract(mask, pseudoMask)
  const toSign: ToSign = {
    message: scalar(),
    ring,
    realIndex,
    pseudoOutput: crypto.commit(7n, pseudoMask),
    keyImage: crypto.keyImage(real, key),
    signature: {
      s: ring.map((_, i) => (i === realIndex ? new Uint8Array(32) : scalar())),
      c1: new Uint8Array(32),
      D: crypto.keyImage(real, crypto.scalarMultiply(inverseEight(crypto), toZero)),
    },
  }
  const { muP, muC } = weightsOf(crypto, toSign)
  const secret = crypto.scalarAdd(
    crypto.scalarMultiply(muP, key),
    crypto.scalarMultiply(muC, toZero),
  )
  return { toSign, secret }
}

/** Signs with so many signers, each with a part of the secret. */
function signed({ toSign, secret }: ReturnType<typeof toBeSigned>, signers: number) {
  const parts = Array.from({ length: signers - 1 }, scalar)
  parts.push(parts.reduce((rest, part) => crypto.scalarSubtract(rest, part), secret))
  const nonces = parts.map(() => [scalar(), scalar()])
  const real = toSign.ring[toSign.realIndex]!.key
  const sum = (of: (nonce: Uint8Array) => Uint8Array) =>
    [0, 1].map((which) =>
      nonces.map((own) => of(own[which]!)).reduce((a, b) => crypto.pointAdd(a, b)!),
    )
  const L = sum((nonce) => crypto.multiplyBase(nonce))
  const R = sum((nonce) => crypto.keyImage(real, nonce))
  const challenge = challengeOf(crypto, toSign, weightsOf(crypto, toSign), { L, R })!
  const answers = parts.map((part, i) => answerOf(crypto, challenge, nonces[i]!, part))
  return { answers, c1: challenge.first }
}

function isValid(toSign: ToSign, answers: readonly Uint8Array[], c1: Uint8Array) {
  const { signature, realIndex } = toSign
  const s = signature.s.with(realIndex, sumOfSecrets(crypto, answers))
  return crypto.verifyClsag({ ...toSign, signature: { ...signature, s, c1 } })
}

describe('a CLSAG of several signers', () => {
  test('law: the sum of their responses is a signature that nodes accept', () => {
    const cases = fc
      .integer({ min: 2, max: 16 })
      .chain((size) => fc.tuple(fc.constant(size), fc.nat({ max: size - 1 }), fc.nat({ max: 3 })))
    fc.assert(
      fc.property(cases, ([size, realIndex, more]) => {
        const scene = toBeSigned(size, realIndex)
        const { answers, c1 } = signed(scene, 1 + more)
        expect(isValid(scene.toSign, answers, c1)).toBe(true)
      }),
      { numRuns: count(10, 300), seed: seed() },
    )
  })

  test('is invalid without one response, with another first challenge, or for another message', () => {
    const scene = toBeSigned(5, 3)
    const { answers, c1 } = signed(scene, 3)
    expect(isValid(scene.toSign, answers, c1)).toBe(true)
    expect(isValid(scene.toSign, answers.slice(1), c1)).toBe(false)
    expect(isValid(scene.toSign, answers, scalar())).toBe(false)
    expect(isValid({ ...scene.toSign, message: scalar() }, answers, c1)).toBe(false)
  })

  test('binds the second nonce to the message, to all nonces and to the other responses', () => {
    const { toSign } = toBeSigned(4, 1)
    const sums = { L: [point(), point()], R: [point(), point()] }
    const weights = weightsOf(crypto, toSign)
    const factor = (changed: Partial<ToSign>, nonces = sums) =>
      challengeOf(crypto, { ...toSign, ...changed }, weights, nonces)!.factor
    const { signature } = toSign
    const others = [
      factor({ message: scalar() }),
      factor({}, { ...sums, L: [sums.L[0]!, point()] }),
      factor({}, { ...sums, R: [point(), sums.R[1]!] }),
      factor({ signature: { ...signature, s: signature.s.with(0, scalar()) } }),
    ]
    for (const other of others) expect(other).not.toEqual(factor({}))
    // The real response is not known yet.
    const real = { ...signature, s: signature.s.with(1, scalar()) }
    expect(factor({ signature: real })).toEqual(factor({}))
  })

  test('error: an encoding that is not a point, anywhere', () => {
    const { toSign } = toBeSigned(3, 0)
    const noPoint = Uint8Array.of(2, ...new Uint8Array(31))
    const sums = { L: [point(), point()], R: [point(), point()] }
    const { ring, signature } = toSign
    const weights = weightsOf(crypto, toSign)
    const challenge = (changed: Partial<ToSign>, nonces = sums) =>
      challengeOf(crypto, { ...toSign, ...changed }, weights, nonces)
    expect(challenge({})).toMatchObject({ real: { length: 32 } })
    expect(challenge({ signature: { ...signature, D: noPoint } })).toBeUndefined()
    expect(challenge({ keyImage: noPoint })).toBeUndefined()
    expect(challenge({ ring: ring.with(1, { ...ring[1]!, key: noPoint }) })).toBeUndefined()
    expect(challenge({ ring: ring.with(2, { ...ring[2]!, commitment: noPoint }) })).toBeUndefined()
    for (const pair of [[noPoint, point()], [point(), noPoint], [point()]]) {
      expect(challenge({}, { ...sums, L: pair })).toBeUndefined()
      expect(challenge({}, { ...sums, R: pair })).toBeUndefined()
    }
  })
})

test('sumOfSecrets adds scalars and does not change its input', () => {
  const [a, b] = [scalar(), scalar()]
  const before = [a.slice(), b.slice()]
  expect(sumOfSecrets(crypto, [a, b])).toEqual(crypto.scalarAdd(a, b))
  expect([a, b]).toEqual(before)
  expect(sumOfSecrets(crypto, [])).toEqual(new Uint8Array(32))
})
