/**
 * Signatures made with a generator that repeats its state, as after a virtual machine is restored.
 *
 * @module
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Crypto } from '#wasm/types.ts'
import type { Make } from './make.ts'
import { number32 } from './material.ts'

/** Two messages, or two of anything else that is signed. */
const [first, second, third] = [1n, 2n, 3n].map(number32) as [Uint8Array, Uint8Array, Uint8Array]

export function hedgeCases(make: Make) {
  describe('a random state that repeats', () => {
    let crypto: Crypto
    let secret: Uint8Array
    let key: Uint8Array
    beforeAll(async () => {
      crypto = await make((length) => new Uint8Array(length).fill(7))
      secret = number32(0x1234_5678n)
      key = crypto.publicKey(secret)!
    })

    /** The nonce of c and r, which the signer can compute: r + c·secret. */
    const nonceOf = (signature: Uint8Array, of: Uint8Array) =>
      crypto.scalarAdd(signature.slice(32, 64), crypto.scalarMultiply(signature.slice(0, 32), of))

    test('repeats a signature of the same message, and no nonce of another message', () => {
      const signed = [first, first, second].map((hash) => crypto.sign(hash, key, secret))
      expect(signed[1]).toEqual(signed[0])
      expect(nonceOf(signed[2]!, secret)).not.toEqual(nonceOf(signed[0]!, secret))
      expect(signed.map((each, i) => crypto.verify(i < 2 ? first : second, key, each))).toEqual([
        true,
        true,
        true,
      ])
    })

    test('repeats no nonce of another key', () => {
      const other = number32(0x8765n)
      const signed = [secret, other].map((each) => crypto.sign(first, key, each))
      expect(nonceOf(signed[1]!, other)).not.toEqual(nonceOf(signed[0]!, secret))
    })

    test('repeats no nonce of another statement, or of the other version, in a transaction proof', () => {
      const A = crypto.publicKey(number32(99n))!
      const D = crypto.multiply(secret, A)!
      const proofs = [
        crypto.signTxProof(2, first, key, A, undefined, D, secret),
        crypto.signTxProof(2, second, key, A, undefined, D, secret),
        crypto.signTxProof(1, first, key, A, undefined, D, secret),
      ]
      const nonces = proofs.map((proof) => nonceOf(proof, secret).join())
      expect(new Set(nonces).size).toBe(3)
      expect(crypto.verifyTxProof(2, first, key, A, undefined, D, proofs[0]!)).toBe(true)
    })

    test('repeats no scalar in a ring signature of another message', () => {
      const ring = [key, crypto.publicKey(first)!]
      const image = crypto.keyImage(key, secret)
      const [one, two] = [first, second].map((hash) =>
        crypto.signRing(hash, image, ring, secret, 0),
      ) as [Uint8Array, Uint8Array]
      expect(nonceOf(one, secret)).not.toEqual(nonceOf(two, secret))
      for (const at of [64, 96]) expect(one.slice(at, at + 32)).not.toEqual(two.slice(at, at + 32))
      expect(one.slice(64, 96)).not.toEqual(one.slice(96))
      expect(crypto.verifyRing(first, image, ring, one)).toBe(true)
    })

    const clsag = (message: Uint8Array, size: number) => {
      const [mask, pseudoMask] = [number32(55n), number32(66n)]
      const others = [10n, 11n, 12n].map((n) => crypto.publicKey(number32(n))!)
      const decoys = others.map((each) => ({ key: each, commitment: each }))
      const ring = [{ key, commitment: crypto.commit(5n, mask) }, ...decoys].slice(0, size)
      const pseudoOutput = crypto.commit(5n, pseudoMask)
      const rest = { message, ring, pseudoOutput }
      const made = crypto.signClsag({ ...rest, realIndex: 0, secret, mask, pseudoMask })
      expect(crypto.verifyClsag({ ...rest, ...made })).toBe(true)
      return made.signature
    }

    // With a repeated nonce, the differences of responses and challenges have one quotient: the secret.
    test('repeats no nonce of another message in a CLSAG', () => {
      const [one, two, three] = [first, second, third].map((message) => {
        const { s, c1 } = clsag(message, 1)
        return { s: s[0]!, c: c1 }
      })
      type Part = { s: Uint8Array; c: Uint8Array }
      const quotient = (a: Part, b: Part) =>
        crypto.scalarMultiply(
          crypto.scalarSubtract(a.s, b.s),
          crypto.scalarInvert(crypto.scalarSubtract(b.c, a.c)),
        )
      expect(quotient(one!, two!)).not.toEqual(quotient(two!, three!))
    })

    // Equal responses of decoys would show which member is real.
    test('repeats no response in a CLSAG of another message', () => {
      const all = [first, second].flatMap((message) => clsag(message, 4).s.map((s) => s.join()))
      expect(new Set(all).size).toBe(8)
    })
  })
}
