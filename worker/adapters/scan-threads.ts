/**
 * Threads for scanners: Web Workers in a page, worker threads on Node.
 *
 * @module
 */
import type { ScanThread, ScanThreads } from '../engine/base/ports.ts'

/** More than these are not kept busy by what one thread orders and commits. */
const most = 8

/** How many are started where `count` are asked for. */
export const allowedThreads = (count: number) => Math.min(Math.max(Math.trunc(count) || 1, 1), most)

/** Has a scanner started at the other end of a port; resolves when it ended, rejects when it broke. */
export type StartScanner = (port: MessagePort) => Promise<void>

/**
 * Threads of a page's worker, which the page starts: where a worker starts another, Firefox now and
 * then wakes the wrong one of two threads that wait for the same, and the starter stands still for good.
 *
 * @param cores - As many as there are.
 * @see mozilla dom/workers/WorkerPrivate.h SetIsDebuggerRegistered, WaitForIsDebuggerRegistered
 */
export const webThreads = (cores: number, start: StartScanner): ScanThreads => ({
  count: allowedThreads(cores),
  start: () => webThread(start),
})

function webThread(start: StartScanner): ScanThread {
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

/** What a thread of Node is to its starter. */
type NodeWorker = {
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void
  on(event: 'message', received: (report: unknown) => void): unknown
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
    listen(received, ended) {
      worker.on('message', received)
      // Without a listener an error would end the program; the exit follows it.
      worker.on('error', () => undefined)
      worker.on('exit', ended)
    },
  }
}
