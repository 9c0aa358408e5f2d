/**
 * The generator that selects the fragments of a part: xoshiro256**, seeded by SHA-256.
 *
 * @module
 * @see BCR-2024-001 and https://prng.di.unimi.it/xoshiro256starstar.c
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { dataView } from '../bytes.ts'

const u64 = (value: bigint) => BigInt.asUintN(64, value)
const rotated = (value: bigint, by: bigint) => u64((value << by) | (value >> (64n - by)))

/** The same numbers for the same seed. */
export class Xoshiro {
  readonly #state: [bigint, bigint, bigint, bigint]

  constructor(seed: Uint8Array) {
    const digest = dataView(sha256(seed))
    const word = (i: number) => digest.getBigUint64(8 * i)
    this.#state = [word(0), word(1), word(2), word(3)]
  }

  /** A u64. */
  next(): bigint {
    const state = this.#state
    const result = u64(rotated(u64(state[1] * 5n), 7n) * 9n)
    const shifted = u64(state[1] << 17n)
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = rotated(state[3], 45n)
    return result
  }

  /** From 0, below 1. */
  fraction(): number {
    return Number(this.next()) / 2 ** 64
  }

  /** A whole number from 0, below `many`. */
  below(many: number): number {
    return Math.floor(this.fraction() * many)
  }
}
