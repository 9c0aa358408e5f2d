/**
 * @see monero src/crypto/crypto.cpp generate_tx_proof, check_tx_proof
 * @module
 */
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Crypto } from '#wasm/types.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { seededRandom } from '../../support/random/keccak-random.ts'
import type { Make } from './make.ts'
import { flip, G, l, noPoints, number32, toNumber, torsion, zero } from './material.ts'

type Proof = Parameters<Crypto['verifyTxProof']>

export function txProofCases(make: Make) {
  describe.each([1, 2] as const)('transaction proofs, version %i', (version) => {
    let crypto: Crypto
    beforeAll(async () => {
      crypto = await make(seededRandom(seed()))
    })
    /** What is proven about a fresh r, for an address or (with B) a subaddress. */
    const statement = (withB: boolean) => {
      const r = crypto.randomScalar()
      const [A, B] = [0, 0].map(() => crypto.publicKey(crypto.randomScalar())!)
      const R = withB ? crypto.multiply(r, B!)! : crypto.publicKey(r)!
      const D = crypto.multiply(r, A!)!
      return { r, hash: crypto.randomScalar(), R, A: A!, B: withB ? B : undefined, D }
    }
    const proven = (withB: boolean): Proof => {
      const { r, hash, R, A, B, D } = statement(withB)
      return [version, hash, R, A, B, D, crypto.signTxProof(version, hash, R, A, B, D, r)]
    }
    /** The same proof with one of its parts replaced. */
    const changed = (proof: Proof, at: number, part: Uint8Array | undefined) =>
      proof.with(at, part) as Proof

    test.each([false, true])('are valid, of a subaddress: %s', (withB) => {
      for (let i = 0; i < count(5, 200); i++)
        expect(crypto.verifyTxProof(...proven(withB))).toBe(true)
    })

    test.each([false, true])('are invalid if any part is changed, of a subaddress: %s', (withB) => {
      const proof = proven(withB)
      const parts = [1, 2, 3, ...(withB ? [4] : []), 5, 6]
      for (const at of parts)
        for (let i = 0; i < count(3, 64); i++) {
          const part = proof[at] as Uint8Array
          const bit = crypto.randomScalar()[0]! + 256 * (i & 1)
          expect(crypto.verifyTxProof(...changed(proof, at, flip(part, bit)))).toBe(false)
        }
      const other = crypto.publicKey(crypto.randomScalar())!
      for (const at of [2, 3, 4, 5])
        expect(crypto.verifyTxProof(...changed(proof, at, other))).toBe(false)
      if (withB) expect(crypto.verifyTxProof(...changed(proof, 4, undefined))).toBe(false)
    })

    test('are invalid as proofs of the other version', () => {
      const [, ...rest] = proven(false)
      expect(crypto.verifyTxProof(version === 1 ? 2 : 1, ...rest)).toBe(false)
    })

    test('hash the fields of their version', () => {
      const proof = proven(true)
      const [, hash, R, A, B, D, signature] = proof
      const [c, r] = [signature.slice(0, 32), signature.slice(32)]
      const X = crypto.multiplyAdd(c, R, r, B!)!
      const Y = crypto.multiplyAdd(c, D, r, A)!
      const separator = crypto.keccak256(utf8ToBytes('TXPROOF_V2'))
      const more = version === 1 ? [] : [separator, R, A, B!]
      expect(crypto.hashToScalar(concatBytes(hash, D, X, Y, ...more))).toEqual(c)
    })

    test('hash zeros in place of the spend key of a subaddress', () => {
      const [, hash, R, A, , D, signature] = proven(false)
      const [c, r] = [signature.slice(0, 32), signature.slice(32)]
      const X = crypto.multiplyAddBase(c, R, r)!
      const Y = crypto.multiplyAdd(c, D, r, A)!
      const separator = crypto.keccak256(utf8ToBytes('TXPROOF_V2'))
      const more = version === 1 ? [] : [separator, R, A, zero]
      expect(crypto.hashToScalar(concatBytes(hash, D, X, Y, ...more))).toEqual(c)
    })

    test('are rejected if a scalar is not canonical', () => {
      const proof = proven(false)
      const [c, r] = [proof[6].slice(0, 32), proof[6].slice(32)]
      const raised = (scalar: Uint8Array) => number32(toNumber(scalar) + l)
      expect(crypto.verifyTxProof(...changed(proof, 6, concatBytes(raised(c), r)))).toBe(false)
      expect(crypto.verifyTxProof(...changed(proof, 6, concatBytes(c, raised(r))))).toBe(false)
    })

    test('are invalid for a derivation with torsion', () => {
      const proof = proven(true)
      const mixed = crypto.pointAdd(proof[5], torsion)!
      expect(crypto.verifyTxProof(...changed(proof, 5, mixed))).toBe(false)
    })

    test.each(noPoints)('with %s are rejected', (_, none) => {
      const proof = proven(true)
      for (const at of [2, 3, 4, 5])
        expect(crypto.verifyTxProof(...changed(proof, at, none))).toBe(false)
      const { r, hash, R, A, B, D } = statement(true)
      expect(() => crypto.signTxProof(version, hash, none, A, B, D, r)).toThrow(RangeError)
      expect(() => crypto.signTxProof(version, hash, R, none, B, D, r)).toThrow(RangeError)
      expect(() => crypto.signTxProof(version, hash, R, A, none, D, r)).toThrow(RangeError)
      expect(() => crypto.signTxProof(version, hash, R, A, B, none, r)).toThrow(RangeError)
    })

    test('error: wrong lengths', () => {
      const proof = proven(true)
      for (const at of [1, 2, 3, 4, 5, 6]) {
        const short = (proof[at] as Uint8Array).slice(1)
        expect(() => crypto.verifyTxProof(...changed(proof, at, short))).toThrow(RangeError)
      }
      const r = crypto.randomScalar()
      expect(() => crypto.signTxProof(version, zero.slice(1), G, G, G, G, r)).toThrow(RangeError)
      expect(() => crypto.signTxProof(version, zero, G, G, G, G, r.slice(1))).toThrow(RangeError)
    })
  })
}
