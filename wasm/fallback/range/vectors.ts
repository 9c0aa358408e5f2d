/**
 * Vectors that prover and verifier of range proofs share.
 *
 * @module
 */
import { reduce } from '../scalars.ts'

/** Bits of a range. */
export const N = 64

/** Most amounts of one proof. @see monero src/cryptonote_config.h BULLETPROOF_PLUS_MAX_OUTPUTS */
export const maxAmounts = 16

/** The next power of two. */
export const paddedSize = (amounts: number) => 2 ** Math.ceil(Math.log2(amounts))

/** 1, x, x² ... of `length`. */
export function powers(x: bigint, length: number): bigint[] {
  const result = [1n]
  while (result.length < length) result.push(reduce(result.at(-1)! * x))
  return result
}

/** d: 2^i·z^(2j + 2) for bit i of amount j. */
export function windowedVector(z: bigint, M: number): bigint[] {
  const zz = reduce(z * z)
  return powers(zz, M + 1)
    .slice(1)
    .flatMap((zPower) => Array.from({ length: N }, (_, i) => reduce(zPower << BigInt(i))))
}
