/**
 * Threads that end with their task.
 *
 * The end of a thread returns its memory to the system at once. A thread that lives on frees a WebAssembly memory
 * only when it collects all its garbage.
 *
 * @module
 */
import type { ScanThread } from '../engine/base/ports.ts'
import { nodeThread, webThread, type NodeWorker, type StartThread } from './scan-threads.ts'

/** A thread whose first message is its task, and whose answer is the report on it. */
export type TaskThread = Pick<ScanThread, 'post' | 'listen'> & {
  /** Frees the thread's memory, also in the middle of the task. */
  end(): void
}

/** A worker thread of Node, which can be ended. */
export type EndableWorker = NodeWorker & { terminate(): Promise<unknown> }

export const nodeTask = (worker: EndableWorker): TaskThread => ({
  ...nodeThread(worker),
  end: () => void worker.terminate(),
})

/** A Web Worker that the page starts; `serveTask` runs in it. */
export function webTask(start: StartThread): TaskThread {
  const thread = webThread(start)
  return { ...thread, end: () => thread.post('end', []) }
}

/**
 * The report of a thread on its task; undefined when the thread ends without one. The caller ends the thread.
 *
 * @param buffers - Transferred with the task.
 */
export const reportOf = <Report>(
  thread: TaskThread,
  task: unknown,
  buffers: ArrayBuffer[] = [],
): Promise<Report | undefined> =>
  new Promise((resolve) => {
    thread.listen(
      (report) => resolve(report as Report),
      () => resolve(undefined),
    )
    thread.post(task, buffers)
  })
