/**
 * What a feed needs of the program: cryptography, ids of old blocks, proof of work.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { loadCrypto } from '#wasm/index.ts'
import { nodeWork } from '../../proxy/pow/threaded.ts'
import { threadOptions } from '../../proxy/pow/threads.ts'
import { pinnedBlocks } from '../../worker/adapters/pinned-history.ts'
import { bytesBeside } from '../process/bytes-beside.ts'
import { groupsBeside } from '../process/module-files.ts'
import type { FeedTask } from './open-feed.ts'

type FeedPorts = Required<Pick<FeedTask, 'crypto' | 'loadPins' | 'pow'>> & {
  /** Ends the threads. */
  close: () => Promise<void>
}

/** How long unused threads for proofs of work are kept. Their 260 MB are needed once in an hour or a day. */
const idleMs = 10_000

/** @param program - URL of the program's file, which has modules and threads beside it. */
export async function feedPorts(program: string): Promise<FeedPorts> {
  const random = (length: number) => new Uint8Array(randomBytes(length))
  const startThread = () => new Worker(new URL('./nightjar-pow.js', program), threadOptions)
  const { pow, close } = nodeWork(startThread, { idleMs })
  const { load } = pinnedBlocks(groupsBeside(program))
  const crypto = await loadCrypto(await bytesBeside(program, 'nightjar.wasm'), random)
  return { crypto, loadPins: load, pow, close }
}
