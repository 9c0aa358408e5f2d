/**
 * @see monero src/ringct/rctSigs.cpp proveRctCLSAGSimple, verRctCLSAGSimple
 * @module
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Clsag } from '#protocol/chain/ringct.ts'
import type { Crypto, RingMember } from '#wasm/types.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { seededRandom } from '../../support/random/keccak-random.ts'
import type { Make } from './make.ts'
import { flip, identity, l, noPoints, number32, smallOrder, toNumber, zero } from './material.ts'

type Input = Parameters<Crypto['signClsag']>[0]
type Signed = Parameters<Crypto['verifyClsag']>[0]

export function clsagCases(make: Make) {
  describe('CLSAG', () => {
    let crypto: Crypto
    beforeAll(async () => {
      crypto = await make(seededRandom(seed()))
    })
    const someKey = () => crypto.publicKey(crypto.randomScalar())!
    /** A ring whose real output holds 5 and a pseudo output of `pseudoAmount`. */
    const prepare = (size: number, realIndex: number, pseudoAmount = 5n): Input => {
      const [secret, mask, pseudoMask, message] = [0, 0, 0, 0].map(() => crypto.randomScalar())
      const ring = Array.from({ length: size }, (_, i): RingMember =>
        i === realIndex
          ? { key: crypto.publicKey(secret!)!, commitment: crypto.commit(5n, mask!) }
          : { key: someKey(), commitment: someKey() },
      )
      const pseudoOutput = crypto.commit(pseudoAmount, pseudoMask!)
      return {
        message: message!,
        ring,
        realIndex,
        secret: secret!,
        mask: mask!,
        pseudoOutput,
        pseudoMask: pseudoMask!,
      }
    }
    const sign = (input: Input): Signed => {
      const { message, ring, pseudoOutput } = input
      return { message, ring, pseudoOutput, ...crypto.signClsag(input) }
    }
    const withSignature = (signed: Signed, changes: Partial<Clsag>): Signed => ({
      ...signed,
      signature: { ...signed.signature, ...changes },
    })

    test.each([1, 2, 3, 11, 16])(
      'of %i members is valid for every position of the signer',
      (size) => {
        for (const realIndex of new Set([0, size >> 1, size - 1])) {
          const signed = sign(prepare(size, realIndex))
          expect(signed.signature.s).toHaveLength(size)
          expect(crypto.verifyClsag(signed)).toBe(true)
        }
      },
    )

    test('has the key image of its key, and D from the difference of its masks', () => {
      const input = prepare(3, 1)
      const { keyImage, signature } = crypto.signClsag(input)
      const { key } = input.ring[1]!
      expect(keyImage).toEqual(crypto.keyImage(key, input.secret))
      const z = crypto.scalarSubtract(input.mask, input.pseudoMask)
      expect(crypto.multiply(number32(8n), signature.D)).toEqual(crypto.keyImage(key, z))
    })

    test('is invalid when amounts do not balance', () => {
      expect(crypto.verifyClsag(sign(prepare(4, 2, 6n)))).toBe(false)
    })

    test('is invalid if signed with another secret or at another index', () => {
      const input = prepare(4, 2)
      expect(crypto.verifyClsag(sign({ ...input, secret: crypto.randomScalar() }))).toBe(false)
      expect(crypto.verifyClsag(sign({ ...input, realIndex: 1 }))).toBe(false)
    })

    test('is invalid if any part is changed', () => {
      for (let i = 0; i < count(3, 60); i++) {
        const signed = sign(prepare(3, i % 3))
        const { message, ring, pseudoOutput, keyImage, signature } = signed
        const [bit = 0] = crypto.randomScalar()
        expect(crypto.verifyClsag(signed)).toBe(true)
        const refused: Signed[] = [
          { ...signed, message: flip(message, bit) },
          { ...signed, pseudoOutput: flip(pseudoOutput, bit) },
          { ...signed, keyImage: flip(keyImage, bit) },
          { ...signed, ring: ring.toReversed() },
          withSignature(signed, { c1: flip(signature.c1, bit) }),
          withSignature(signed, { D: flip(signature.D, bit) }),
          ...ring.flatMap((member, n) => [
            { ...signed, ring: ring.with(n, { ...member, key: flip(member.key, bit) }) },
            {
              ...signed,
              ring: ring.with(n, { ...member, commitment: flip(member.commitment, bit) }),
            },
            { ...signed, ring: ring.with(n, { ...member, key: someKey() }) },
            { ...signed, ring: ring.with(n, { ...member, commitment: someKey() }) },
            withSignature(signed, { s: signature.s.with(n, flip(signature.s[n]!, bit)) }),
          ]),
        ]
        expect(refused.map((each) => crypto.verifyClsag(each))).toEqual(refused.map(() => false))
      }
    })

    test('is rejected if a scalar is not canonical', () => {
      const signed = sign(prepare(2, 0))
      const { s, c1 } = signed.signature
      const raised = (scalar: Uint8Array) => number32(toNumber(scalar) + l)
      expect(crypto.verifyClsag(withSignature(signed, { c1: raised(c1) }))).toBe(false)
      for (const i of [0, 1])
        expect(crypto.verifyClsag(withSignature(signed, { s: s.with(i, raised(s[i]!)) }))).toBe(
          false,
        )
    })

    test('is rejected if the key image is the identity', () => {
      // A ring key that is the identity has the secret 0, and this signature is right but for its image.
      const input = prepare(2, 0)
      const ring = input.ring.with(0, { ...input.ring[0]!, key: identity })
      const signed = sign({ ...input, ring, secret: zero })
      expect(signed.keyImage).toEqual(identity)
      expect(crypto.verifyClsag(signed)).toBe(false)
    })

    test('is rejected if 8·D is the identity', () => {
      const input = prepare(2, 0)
      const same = { pseudoMask: input.mask, pseudoOutput: crypto.commit(5n, input.mask) }
      const signed = sign({ ...input, ...same })
      expect(signed.signature.D).toEqual(identity)
      expect(crypto.verifyClsag(signed)).toBe(false)
      for (const [, D] of smallOrder)
        expect(crypto.verifyClsag(withSignature(signed, { D }))).toBe(false)
    })

    test('is rejected with fewer or more responses than ring members', () => {
      const signed = sign(prepare(2, 0))
      const { s } = signed.signature
      for (const wrong of [[], s.slice(1), [...s, s[0]!]])
        expect(crypto.verifyClsag(withSignature(signed, { s: wrong }))).toBe(false)
      expect(crypto.verifyClsag({ ...withSignature(signed, { s: [] }), ring: [] })).toBe(false)
    })

    test.each(noPoints)('is rejected with %s', (_, none) => {
      const input = prepare(2, 0)
      const signed = sign(input)
      const member = signed.ring[1]!
      const rings = [
        signed.ring.with(1, { ...member, key: none }),
        signed.ring.with(1, { ...member, commitment: none }),
      ]
      expect(crypto.verifyClsag({ ...signed, keyImage: none })).toBe(false)
      expect(crypto.verifyClsag({ ...signed, pseudoOutput: none })).toBe(false)
      expect(crypto.verifyClsag(withSignature(signed, { D: none }))).toBe(false)
      for (const ring of rings) {
        expect(crypto.verifyClsag({ ...signed, ring })).toBe(false)
        expect(() => crypto.signClsag({ ...input, ring })).toThrow(RangeError)
      }
      expect(() => crypto.signClsag({ ...input, pseudoOutput: none })).toThrow(RangeError)
    })

    test('error: wrong lengths and indices', () => {
      const input = prepare(2, 0)
      const signed = sign(input)
      const short = zero.slice(1)
      for (const field of ['message', 'secret', 'mask', 'pseudoOutput', 'pseudoMask'])
        expect(() => crypto.signClsag({ ...input, [field]: short })).toThrow(RangeError)
      for (const realIndex of [-1, 2, 0.5])
        expect(() => crypto.signClsag({ ...input, realIndex })).toThrow(RangeError)
      expect(() => crypto.signClsag({ ...input, ring: [] })).toThrow(RangeError)
      for (const field of ['message', 'keyImage', 'pseudoOutput'])
        expect(() => crypto.verifyClsag({ ...signed, [field]: short })).toThrow(RangeError)
      for (const changes of [{ c1: short }, { D: short }, { s: [short, zero] }])
        expect(() => crypto.verifyClsag(withSignature(signed, changes))).toThrow(RangeError)
      for (const field of ['key', 'commitment']) {
        const ring = input.ring.with(1, { ...input.ring[1]!, [field]: short })
        expect(() => crypto.signClsag({ ...input, ring })).toThrow(RangeError)
        expect(() => crypto.verifyClsag({ ...signed, ring })).toThrow(RangeError)
      }
    })
  })
}
