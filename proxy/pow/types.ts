/**
 * Work on proofs, as the node asks for it beside `ProofOfWork`.
 *
 * @module
 */
import type { ProofOfWork } from '../node/types.ts'

/** What decides the function that a block's hashing blob goes through. */
export type WorkContext = Parameters<ProofOfWork['hash']>[1]

/** The last nonce that there is: a u32. */
export const largestNonce = 2 ** 32 - 1

/** What a miner works on. */
export type Job = {
  /** A block's hashing blob: nonces are counted up from the one that stands in it. */
  blob: Uint8Array
  context: WorkContext
  /** Of the network, a u128. */
  difficulty: bigint
}

/** Searches nonces in threads of its own, one job at a time. */
export type NonceSearcher = {
  /** Most threads it takes: four for each core, as monerod's. */
  readonly mostThreads: number
  /**
   * Starts on `job`; what was searched before is given up.
   *
   * @returns The lowest nonce that solves it, a u32; undefined when none of those left does, or when the
   *   search was given up.
   * @throws ProofOfWorkError where this host cannot mine.
   */
  search(job: Job, threads: number): Promise<number | undefined>
  /** Gives up at once, in the middle of a hash if need be. */
  stop(): void
  /** Hashes per second since it last began from rest; 0 at rest. */
  readonly hashRate: number
}

/** This host has no memory for it, or forbids to compile at run time. */
export class ProofOfWorkError extends Error {
  override name = 'ProofOfWorkError'
}
