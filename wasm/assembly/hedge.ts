/**
 * Nonces of signatures, hedged: from randomness, the secret and all that is signed.
 *
 * A signature whose nonce is used again for another message gives its secret away. A random generator that repeats its
 * state, as after a virtual machine is restored, repeats no nonce here: another message, key or ring has another
 * one. With a generator of no randomness at all, nonces are as unpredictable as the secret.
 *
 * @see J. Aranha, C. Orlandi, A. Takahashi, G. Zaverucha, "Security of Hedged Fiat-Shamir Signatures under Fault Attacks"
 * @module
 */
import { keccak256 } from './keccak.ts'
import { hashToScalar } from './keys.ts'
import { alloc, mark, release } from './memory.ts'
import { randomScalar } from './random.ts'

/** What the nonces are for. Other kinds have other nonces. */
export const SCHNORR: u8 = 1
export const TX_PROOF_V1: u8 = 2
export const TX_PROOF_V2: u8 = 3
export const RING: u8 = 4
export const CLSAG: u8 = 5

/** Bytes at the start of the input of {@link seedNonces} that it writes itself: the kind, and randomness. */
export const HEDGE: usize = 64

/** "nightjar nonce". */
const domain: usize = memory.data<u8>([
  110, 105, 103, 104, 116, 106, 97, 114, 32, 110, 111, 110, 99, 101,
])

/**
 * Writes the seed of a signature's nonces, 32 bytes.
 *
 * @param data - `HEDGE` free bytes, then secrets and message. @param length - Of `data`.
 */
export function seedNonces(seed: usize, kind: u8, data: usize, length: usize): void {
  memory.fill(data, 0, 32)
  memory.copy(data, domain, 14)
  store<u8>(data, kind, 31)
  randomScalar(data + 32)
  keccak256(seed, data, length)
}

/** o = Hs(seed || index): a nonce, or a scalar that must look like one. */
export function nonce(o: usize, seed: usize, index: u32): void {
  const from = mark()
  const data = alloc(36)
  memory.copy(data, seed, 32)
  store<u32>(data, index, 32)
  hashToScalar(o, data, 36)
  release(from)
}
