/**
 * Scan jobs and their results, as messages between threads.
 *
 * @module
 */
import type { Crypto } from '#wasm/types.ts'
import { InvalidDaemonData, problemOf } from '../base/daemon-errors.ts'
import { scanBlocks } from './scan-blocks.ts'
import type { ScannedSlice } from './scanner.ts'
import { transactionsIn, type Slice } from './slice.ts'

export type ScanJob = { slice: Slice; from: number }

/** The result of a job, or its error as a value: a thread boundary drops an error's class. */
export type ScanReply = { done: ScannedSlice } | { problem: string } | { failed: string }

/** Messages to a thread: the view secret, then jobs, then the order to end. */
export type ScanRequest = { viewSecret: Uint8Array } | ScanJob | 'end'

/** Messages from a thread: that it is ready, then the result of each job. */
export type ScanReport = 'ready' | ScanReply

export type ScanCrypto = Pick<Crypto, 'scan' | 'keccak256Parts'>

/** Does a job. Never throws. */
function doJob(crypto: ScanCrypto, viewSecret: Uint8Array, job: ScanJob): ScanReply {
  try {
    const { slice, from } = job
    const results = [scanBlocks(crypto, viewSecret, slice, from, transactionsIn(slice))]
    return { done: { slice, results } }
  } catch (error) {
    const problem = problemOf(error)
    if (problem !== undefined) return { problem }
    return { failed: error instanceof Error ? error.name : typeof error }
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

/** Does incoming jobs until the order to end, and then wipes the view secret. */
export function serveJobs(thread: OwnThread, crypto: ScanCrypto): void {
  let secret = new Uint8Array()
  thread.listen((order) => {
    if (order === 'end') {
      secret.fill(0)
      thread.end()
    } else if ('viewSecret' in order) {
      secret = new Uint8Array(order.viewSecret)
      order.viewSecret.fill(0)
    } else {
      const reply = doJob(crypto, secret, order)
      thread.post(reply, buffersIn(reply))
    }
  })
  thread.post('ready', [])
}
