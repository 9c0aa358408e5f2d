/**
 * Random scalars, from the host's random bytes.
 *
 * @module
 */
import * as scalar from './curve/scalar.ts'

/** Fills `length` bytes at `o` with cryptographic randomness. Imported from the host. */
export declare function fill(o: usize, length: usize): void

/** 15·l: the largest multiple of l in 32 bytes. */
const limit: usize = memory.data<u64>([
  0x2913ce8b72676ae3, 0x3910a40b8c82308f, 0x0000000000000001, 0xf000000000000000,
])

/** o = a uniform scalar, not 0. @see monero src/crypto/crypto.cpp random32_unbiased */
export function randomScalar(o: usize): void {
  do {
    do fill(o, 32)
    while (!scalar.isBelow(o, limit))
    scalar.reduce(o, o)
  } while (!scalar.isNonZero(o))
}
