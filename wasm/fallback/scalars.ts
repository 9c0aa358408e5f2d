/**
 * Integers mod l, the order of the main subgroup, and their 32 little-endian bytes.
 *
 * @module
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToNumberLE, numberToBytesLE } from '@noble/curves/utils.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes } from '@noble/hashes/utils.js'
import type { RandomBytes } from '../types.ts'
import { checkLength } from '../arguments.ts'

const { Fn } = ed25519.Point

/** l = 2^252 + 27742317777372353535851937790883648493. */
export const order = Fn.ORDER

/** 1/8 mod l. A point times this, times 8, is in the main subgroup. */
export const eighth = Fn.inv(8n)

/** The remainder in 0 .. l - 1, also of a negative number. */
export const reduce = (n: bigint) => Fn.create(n)

/** 1/n mod l; zero for zero. */
export const invert = (n: bigint) => (n === 0n ? 0n : Fn.inv(n))

/** 32 bytes as a number below 2^256. @throws RangeError for another length. */
export function readInteger(name: string, bytes: Uint8Array): bigint {
  checkLength(name, bytes, 32)
  return bytesToNumberLE(bytes)
}

/** 32 bytes as a number mod l. @throws RangeError for another length. */
export const readScalar = (name: string, bytes: Uint8Array) => reduce(readInteger(name, bytes))

/** 32 bytes as a number, undefined unless it is below l. @see monero src/crypto/crypto-ops.c sc_check */
export function readCanonical(name: string, bytes: Uint8Array): bigint | undefined {
  const n = readInteger(name, bytes)
  return n < order ? n : undefined
}

export const writeScalar = (n: bigint) => numberToBytesLE(reduce(n), 32)

/** Keccak of the parts, mod l. @see monero src/crypto/crypto.cpp hash_to_scalar */
export const hashToScalar = (...parts: Uint8Array[]) =>
  reduce(bytesToNumberLE(keccak_256(concatBytes(...parts))))

// The largest multiple of l below 2^256: remainders of numbers below it are uniform.
const fifteenOrders = 15n * order

/** Uniform, not zero. @see monero src/crypto/crypto.cpp random32_unbiased */
export function randomScalar(random: RandomBytes): bigint {
  for (;;) {
    const bytes = random(32)
    const n = readInteger('random', bytes)
    bytes.fill(0)
    if (n < fifteenOrders && n % order !== 0n) return n % order
  }
}
