/**
 * Threads for scanners: Web Workers in a page, worker threads on Node.
 *
 * @module
 */
import type { ScanNews, ScanOrder } from '../engine/sync/scan-jobs.ts'
import type { ScanThread, ScanThreads } from '../engine/ports.ts'

/** More than these are not kept busy by what one thread orders and commits. */
const most = 8

/** How many are started where `count` are asked for. */
export const allowedThreads = (count: number) => Math.min(Math.max(Math.trunc(count) || 1, 1), most)

/** Threads of a page's worker. @returns Undefined where a worker can start no other. */
export function webThreads(start: () => Worker): ScanThreads | undefined {
  if (typeof Worker === 'undefined') return undefined
  const count = allowedThreads(navigator.hardwareConcurrency)
  return { count, start: () => webThread(start()) }
}

function webThread(worker: Worker): ScanThread {
  return {
    post: (order, buffers) => worker.postMessage(order, buffers),
    listen(heard, ended) {
      worker.onmessage = ({ data }: MessageEvent<ScanNews>) => heard(data)
      worker.onerror = (event) => {
        event.preventDefault()
        worker.terminate()
        ended()
      }
    },
  }
}

/** What a thread of Node is to its starter. */
type NodeWorker = {
  postMessage(message: ScanOrder, transfer: readonly ArrayBuffer[]): void
  on(event: 'message', heard: (news: ScanNews) => void): unknown
  on(event: 'error' | 'exit', ended: () => void): unknown
}

/** @param cores - As many as there are, or as were asked for. */
export const nodeThreads = (cores: number, start: () => NodeWorker): ScanThreads => ({
  count: allowedThreads(cores),
  start: () => nodeThread(start()),
})

function nodeThread(worker: NodeWorker): ScanThread {
  return {
    post: (order, buffers) => worker.postMessage(order, buffers),
    listen(heard, ended) {
      worker.on('message', heard)
      // Without a listener an error would end the program; the exit follows it.
      worker.on('error', () => undefined)
      worker.on('exit', ended)
    },
  }
}
