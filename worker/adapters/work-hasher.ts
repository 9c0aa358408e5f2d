/**
 * Proofs of work are hashed in a thread that ends with its task.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { SerialQueue } from '#protocol/serial-queue.ts'
import type { ScanThread, WorkHasher, WorkInput } from '../engine/base/ports.ts'
import type { WorkReport } from './hash-work.ts'
import { nodeThread, type NodeWorker } from './scan-threads.ts'

/** A thread that runs `hashWork` for its first message. */
export type WorkThread = Pick<ScanThread, 'post' | 'listen'> & {
  /** Frees the thread's memory, also in the middle of a hash. */
  end(): void
}

/** Hashes that are kept: wallets of one program check the same blocks. */
const mostKept = 256

/** @param start - Starts a worker thread of Node. Ending it frees its memory at once. */
export const nodeHash = (
  start: () => NodeWorker & { terminate(): Promise<unknown> },
): WorkHasher['hash'] =>
  workHash(() => {
    const worker = start()
    return { ...nodeThread(worker), end: () => void worker.terminate() }
  })

/** One thread runs at a time, whatever the number of wallets. */
export function workHash(start: () => WorkThread): WorkHasher['hash'] {
  const queue = new SerialQueue()
  const kept = new Map<string, Uint8Array>()
  return (inputs, ended) => {
    const stop = { isAsked: false, asked: ended.then(() => void (stop.isAsked = true)) }
    return queue.take(async () => {
      const names = inputs.map(({ blob, seedId }) => `${bytesToHex(seedId)} ${bytesToHex(blob)}`)
      const known = names.map((name) => kept.get(name))
      const missing = inputs.filter((_, at) => known[at] === undefined)
      const made = missing.length > 0 ? await hashIn(start, missing, stop) : []
      const hashes = known.map((hash) => hash ?? made.shift()!)
      names.forEach((name, at) => kept.set(name, hashes[at]!))
      for (const name of [...kept.keys()].slice(0, -mostKept)) kept.delete(name)
      return hashes
    })
  }
}

async function hashIn(
  start: () => WorkThread,
  inputs: readonly WorkInput[],
  stop: { isAsked: boolean; asked: Promise<void> },
): Promise<Uint8Array[]> {
  const stopped = { error: 'the task was stopped' }
  // It may have waited in the queue.
  if (stop.isAsked) throw new Error(stopped.error)
  const thread = start()
  try {
    const report = new Promise<WorkReport>((resolve) =>
      thread.listen(
        (received) => resolve(received as WorkReport),
        () => resolve({ error: 'the thread that hashes has ended' }),
      ),
    )
    thread.post(inputs, [])
    const result = await Promise.race([report, stop.asked.then(() => stopped)])
    if ('error' in result) throw new Error(result.error)
    return result.hashes
  } finally {
    thread.end()
  }
}
