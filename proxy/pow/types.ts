/**
 * The ports for mining. The port for hashes is `ProofOfWork` in `../node/types.ts`.
 *
 * @module
 */
import type { ProofOfWork } from '../node/types.ts'

/** What selects the hash function of a block. */
export type WorkContext = Parameters<ProofOfWork['hash']>[1]

/** The largest nonce, a u32. */
export const largestNonce = 2 ** 32 - 1

/** What a nonce is searched for. */
export type Job = {
  /** The hashing blob of a block. The search starts at the nonce in it. */
  blob: Uint8Array
  context: WorkContext
  /** A u128. */
  difficulty: bigint
}

/** Searches nonces, one job at a time. */
export type NonceSearcher = {
  /** The highest number of threads: four for each core, as in monerod. */
  readonly mostThreads: number
  /**
   * Starts a search. A search that is still running is aborted.
   *
   * @returns The lowest nonce that solves the job; undefined if no remaining nonce does, or if the search
   *   was aborted.
   * @throws ProofOfWorkError if this host cannot mine.
   */
  search(job: Job, threads: number): Promise<number | undefined>
  /** Aborts the search at once, even in the middle of a hash. */
  stop(): void
  /** Hashes per second since the threads started; 0 without threads. */
  readonly hashRate: number
}

/** This host has too little memory for the hash function, or forbids compilation at run time. */
export class ProofOfWorkError extends Error {
  override name = 'ProofOfWorkError'
}
