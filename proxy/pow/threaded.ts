/**
 * Proof of work and mining on Node, in threads, so that the program keeps answering requests.
 *
 * @module
 */
import { availableParallelism } from 'node:os'
import type { ProofOfWork } from '../node/types.ts'
import { ThreadedNonceSearcher } from './nonce-searcher.ts'
import { Seeds } from './seeds.ts'
import type { StartThread } from './threads.ts'
import type { NonceSearcher } from './types.ts'
import { workFunction } from './work-function.ts'

/** How long unused caches are kept. Making one takes a second. */
const idleMs = 120_000

export type Work = {
  pow: ProofOfWork
  miner: NonceSearcher
  /** Ends all threads. */
  close(): void
}

/** @param start - Starts a thread that runs `thread.ts`. */
export function nodeWork(start: StartThread): Work {
  const mostThreads = 4 * availableParallelism()
  const seeds = new Seeds(start, 1 + mostThreads, idleMs)
  const miner = new ThreadedNonceSearcher(start, seeds, mostThreads)
  return {
    pow: {
      async hash(blob, context) {
        const work = workFunction(context)
        return work.kind === 'fixed'
          ? work.hash
          : seeds.hash(blob, context, work.kind === 'randomx')
      },
    },
    miner,
    close() {
      miner.stop()
      seeds.close()
    },
  }
}
