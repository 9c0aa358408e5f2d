/**
 * Proofs of work are hashed in a thread that ends with its task.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { SerialQueue } from '#protocol/serial-queue.ts'
import type { WorkHasher, WorkInput } from '../engine/base/ports.ts'
import type { WorkReport } from './hash-work.ts'
import { nodeTask, reportOf, type EndableWorker, type TaskThread } from './task-thread.ts'

/** Hashes that are kept: wallets of one program check the same blocks. */
const mostKept = 256

/** @param start - Starts a worker thread of Node that runs `hashWork`. */
export const nodeHash = (start: () => EndableWorker): WorkHasher['hash'] =>
  workHash(() => nodeTask(start()))

/**
 * One thread runs at a time, whatever the number of wallets.
 *
 * @param start - Starts a thread that runs `hashWork`.
 */
export function workHash(start: () => TaskThread): WorkHasher['hash'] {
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
  start: () => TaskThread,
  inputs: readonly WorkInput[],
  stop: { isAsked: boolean; asked: Promise<void> },
): Promise<Uint8Array[]> {
  const stopped = { error: 'the task was stopped' }
  // It may have waited in the queue.
  if (stop.isAsked) throw new Error(stopped.error)
  const thread = start()
  try {
    const report = reportOf<WorkReport>(thread, inputs)
    const result = await Promise.race([report, stop.asked.then(() => stopped)])
    if (!result) throw new Error('the thread that hashes has ended')
    if ('error' in result) throw new Error(result.error)
    return result.hashes
  } finally {
    thread.end()
  }
}
