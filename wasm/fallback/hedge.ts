/**
 * Nonces of signatures, from randomness, the secret and all that is signed: a repeated random state repeats no nonce.
 *
 * @see ../assembly/hedge.ts
 * @module
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { RandomBytes } from '../types.ts'
import { hashToScalar, randomScalar, writeScalar } from './scalars.ts'

const kinds = { schnorr: 1, txProofV1: 2, txProofV2: 3, ring: 4, clsag: 5 } as const

/**
 * The nonces of one signature, by index.
 *
 * @param parts - The secrets, then what is signed.
 */
export function hedgedNonces(
  random: RandomBytes,
  kind: keyof typeof kinds,
  ...parts: readonly Uint8Array[]
): (index: number) => bigint {
  const domain = new Uint8Array(32)
  domain.set(utf8ToBytes('nightjar nonce'))
  domain[31] = kinds[kind]
  const seed = keccak_256(concatBytes(domain, writeScalar(randomScalar(random)), ...parts))
  return (index) => hashToScalar(seed, Uint8Array.of(index, index >> 8, index >> 16, index >> 24))
}
