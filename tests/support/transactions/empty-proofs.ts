/**
 * The prunable part of a transaction that proves nothing.
 *
 * @module
 */
import { concatBytes } from '@noble/hashes/utils.js'

const ringSize = 16

/** Zeros in place of the signatures and the range proof. */
export function emptyProofs(inputs: number, outputs: number): Uint8Array {
  const rounds = 6 + Math.ceil(Math.log2(outputs))
  const rangeProof = [new Uint8Array(6 * 32), [rounds], new Uint8Array(rounds * 32)]
  const signature = new Uint8Array((ringSize + 2) * 32)
  const parts = [
    [1],
    ...rangeProof,
    [rounds],
    new Uint8Array(rounds * 32),
    ...new Array<Uint8Array>(inputs).fill(signature),
    new Uint8Array(inputs * 32),
  ]
  return concatBytes(...parts.map((part) => Uint8Array.from(part)))
}
