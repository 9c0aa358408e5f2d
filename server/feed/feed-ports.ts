/**
 * What a feed needs of the program: cryptography, ids of old blocks, proof of work.
 *
 * @module
 */
import { Worker } from 'node:worker_threads'
import { nodeWork } from '../../proxy/pow/threaded.ts'
import { threadOptions } from '../../proxy/pow/threads.ts'
import { pinnedBlocks } from '../../worker/adapters/pinned-history.ts'
import { groupsBeside } from '../process/module-files.ts'
import { programCrypto } from '../process/program-crypto.ts'
import type { FeedTask } from './open-feed.ts'

type FeedPorts = Required<Pick<FeedTask, 'crypto' | 'loadPins' | 'pow'>> & {
  /** Ends the threads. */
  close: () => Promise<void>
}

/** How long unused threads for proofs of work are kept. Their 260 MB are needed once in an hour or a day. */
const idleMs = 10_000

/** @param program - URL of the program's file, which has modules and threads beside it. */
export async function feedPorts(program: string): Promise<FeedPorts> {
  const startThread = () => new Worker(new URL('./nightjar-pow.js', program), threadOptions)
  const { pow, close } = nodeWork(startThread, { idleMs })
  const { load } = pinnedBlocks(groupsBeside(program))
  return { crypto: await programCrypto(program), loadPins: load, pow, close }
}
