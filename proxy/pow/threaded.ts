/**
 * Proof of work and mining on Node, in threads, so that the program keeps answering requests.
 *
 * @module
 */
import { availableParallelism } from 'node:os'
import type { ProofOfWork } from '../node/types.ts'
import { ThreadedNonceSearcher } from './nonce-searcher.ts'
import { ThreadGroups } from './thread-groups.ts'
import type { StartThread } from './threads.ts'
import type { NonceSearcher } from './types.ts'
import { workFunction } from './work-function.ts'

/** How long unused threads and their seed are kept by default. Making a seed takes a second. */
const defaultIdleMs = 120_000

export type Work = {
  pow: ProofOfWork
  miner: NonceSearcher
  /** Ends all threads. Resolves when their memory is free. */
  close(): Promise<void>
}

/**
 * @param start - Starts a thread that runs `thread.ts`.
 * @param idleMs - How long unused threads and their seed are kept.
 */
export function nodeWork(
  start: StartThread,
  { idleMs = defaultIdleMs }: { idleMs?: number | undefined } = {},
): Work {
  const mostThreads = 4 * availableParallelism()
  const groups = new ThreadGroups(start, { lanes: 1 + mostThreads, idleMs })
  const miner = new ThreadedNonceSearcher(groups, mostThreads)
  return {
    pow: {
      async hash(blob, context) {
        const work = workFunction(context)
        if (work.kind === 'fixed') return work.hash
        const key = work.kind === 'randomx' ? context.seedHash : undefined
        return groups.use(key, (group) => group.hash(blob, context))
      },
    },
    miner,
    async close() {
      miner.stop()
      await groups.close()
    },
  }
}
