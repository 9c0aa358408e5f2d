/**
 * Scan jobs and their results, as messages between threads.
 *
 * @module
 */
import type { Crypto } from '#wasm/types.ts'
import { SerialQueue } from '#protocol/serial-queue.ts'
import { InvalidDaemonData, problemOf } from '../base/daemon-errors.ts'
import type { Clock } from '../base/ports.ts'
import { scanBlocks } from './scan-blocks.ts'
import type { Pause } from './scan-outputs.ts'
import type { ScannedSlice } from './scanner.ts'
import { topOf, transactionsIn, type Slice } from './slice.ts'

export type ScanJob = { slice: Slice; from: number }

/** The result of a job, or its error as a value: a thread boundary drops an error's class. */
export type ScanReply = { done: ScannedSlice } | { problem: string } | { failed: string }

/** Messages to a thread: the view secret, then jobs, then the order to end. */
export type ScanRequest = { viewSecret: Uint8Array } | ScanJob | 'end'

/** Messages from a thread: that it is ready, then the result of each job. */
export type ScanReport = 'ready' | ScanReply

export type ScanCrypto = Pick<Crypto, 'scan' | 'keccak256Parts'>

/** Does a job. Never rejects. */
async function doJob(
  crypto: ScanCrypto,
  viewSecret: Uint8Array,
  { slice, from }: ScanJob,
  pause: Pause,
): Promise<ScanReply> {
  try {
    const result = await scanBlocks(crypto, viewSecret, slice, from, transactionsIn(slice), pause)
    return { done: { slice, results: [result] } }
  } catch (error) {
    const problem = problemOf(error)
    if (problem !== undefined) return { problem }
    const name = error instanceof Error ? error.name : typeof error
    return { failed: `${name} in blocks ${slice.height} to ${topOf(slice) - 1n}` }
  }
}

/** The result in a reply. @throws InvalidDaemonData */
export function resultOf(reply: ScanReply): ScannedSlice {
  if ('done' in reply) return reply.done
  if ('problem' in reply) throw new InvalidDaemonData(reply.problem)
  throw new Error(`scanner: ${reply.failed}`)
}

/** Buffers of a message. They are transferred, so the message is not copied. */
export function buffersIn(message: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(message)) return [message.buffer as ArrayBuffer]
  if (typeof message !== 'object' || message === null) return []
  return [...new Set(Object.values(message).flatMap(buffersIn))]
}

/** The other side of a {@link ScanThread}: the thread itself. */
export type OwnThread = {
  post(report: ScanReport, buffers: ArrayBuffer[]): void
  listen(listener: (order: ScanRequest) => void): void
  end(): void
}

/**
 * Does incoming jobs until the order to end, and then wipes the view secret. The order also ends a job in progress,
 * between two calls of the module.
 */
export function serveJobs(
  thread: OwnThread,
  crypto: ScanCrypto,
  { sleep }: Pick<Clock, 'sleep'>,
): void {
  let secret = new Uint8Array()
  let isEnded = false
  const queue = new SerialQueue()
  const pause = async () => {
    await sleep(0)
    if (isEnded) throw new Error('scanner: ended')
  }
  const serve = async (job: ScanJob) => {
    if (isEnded) return
    const reply = await doJob(crypto, secret, job, pause)
    if (!isEnded) thread.post(reply, buffersIn(reply))
  }
  thread.listen((order) => {
    if (order === 'end') {
      isEnded = true
      secret.fill(0)
      thread.end()
    } else if ('viewSecret' in order) {
      secret = new Uint8Array(order.viewSecret)
      order.viewSecret.fill(0)
    } else void queue.take(() => serve(order))
  })
  thread.post('ready', [])
}
