/**
 * Threads for scanners: Web Workers in a page, worker threads on Node.
 *
 * @module
 */
import type { ScanThread, ScanThreads } from '../engine/base/ports.ts'

/** One engine thread cannot keep more scan threads busy. */
const most = 8

/** Number of threads to start for a requested `count`. */
export const allowedThreads = (count: number) => Math.min(Math.max(Math.trunc(count) || 1, 1), most)

/** Starts a thread at the other end of a port. Resolves when it ends, rejects when it fails. */
export type StartThread = (port: MessagePort) => Promise<void>

/**
 * Threads of a page's worker. The page starts them: if a worker starts another one, Firefox sometimes
 * wakes the wrong one of two waiting threads, and the starting worker hangs for ever.
 *
 * @param cores - Number of cores.
 * @see mozilla dom/workers/WorkerPrivate.h SetIsDebuggerRegistered, WaitForIsDebuggerRegistered
 */
export const webThreads = (cores: number, start: StartThread): ScanThreads => ({
  count: allowedThreads(cores),
  start: () => webThread(start),
})

/** A thread that the page starts. */
export function webThread(start: StartThread): ScanThread {
  const { port1: port, port2: theirs } = new MessageChannel()
  const end = start(theirs)
  return {
    post: (order, buffers) => port.postMessage(order, buffers),
    listen(received, ended) {
      port.onmessage = ({ data }: MessageEvent<unknown>) => received(data)
      const gone = () => {
        port.close()
        ended()
      }
      end.then(gone, gone)
    },
  }
}

/** The part of a Node worker that its starter uses. */
export type NodeWorker = {
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void
  on(event: 'message', received: (report: unknown) => void): unknown
  on(event: 'error' | 'exit', ended: () => void): unknown
}

/** @param cores - Number of cores, or the requested number of threads. */
export const nodeThreads = (cores: number, start: () => NodeWorker): ScanThreads => ({
  count: allowedThreads(cores),
  start: () => nodeThread(start()),
})

export function nodeThread(worker: NodeWorker): ScanThread {
  return {
    post: (order, buffers) => worker.postMessage(order, buffers),
    listen(received, ended) {
      worker.on('message', received)
      // Without a listener an error would end the program; the exit follows it.
      worker.on('error', () => undefined)
      worker.on('exit', ended)
    },
  }
}
