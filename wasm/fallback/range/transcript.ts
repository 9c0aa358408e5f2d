/**
 * The Fiat-Shamir transcript of a Bulletproof+: every challenge depends on all data before it.
 *
 * @see monero src/ringct/bulletproofs_plus.cc transcript_update
 * @module
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { hashToPoint } from '../hash-to-point.ts'
import { encode } from '../points.ts'
import { hashToScalar, writeScalar } from '../scalars.ts'

const start = encode(hashToPoint(keccak_256(utf8ToBytes('bulletproof_plus_transcript'))))

export class Transcript {
  #state: Uint8Array

  /** @param commitments - Divided by 8. */
  constructor(commitments: readonly Uint8Array[]) {
    const hashed = writeScalar(hashToScalar(...commitments))
    this.#state = writeScalar(hashToScalar(start, hashed))
  }

  /** Adds points and returns the challenge. */
  absorb(...points: Uint8Array[]): bigint {
    const challenge = hashToScalar(concatBytes(this.#state, ...points))
    this.#state = writeScalar(challenge)
    return challenge
  }
}
