/**
 * Commitments to amounts in the clear.
 *
 * @module
 */
import type { Crypto } from '#wasm/types.ts'

const maskOne = Uint8Array.of(1, ...new Uint8Array(31))

/**
 * The commitment to an amount that is not encrypted: with the mask 1, so that all nodes have the same.
 *
 * @param amount - In piconero. @returns 32 bytes.
 * @see monero src/ringct/rctOps.cpp zeroCommit
 */
export const clearCommitment = (crypto: Pick<Crypto, 'commit'>, amount: bigint): Uint8Array =>
  crypto.commit(amount, maskOne)
