/**
 * The padded length of a content, so that the size of a file shows little about the wallet.
 *
 * Padmé of Nikitin et al., "Reducing Metadata Leakage from Encrypted Files and Communication with PURBs" (PETS 2019): a
 * length of L bytes leaks O(log log L) bits, and grows by at most 12 %.
 *
 * @module
 */

/** Shorter contents have this length: a wallet without transactions looks like one with a few hundred. */
export const leastLength = 262_144

/** @param length - Bytes of the content, below 2^31. */
export function paddedLength(length: number): number {
  const least = Math.max(length, leastLength)
  const exponent = Math.floor(Math.log2(least))
  const mask = 2 ** (exponent - Math.floor(Math.log2(exponent)) - 1) - 1
  return Math.ceil(least / (mask + 1)) * (mask + 1)
}
