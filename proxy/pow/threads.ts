/**
 * Threads as their starter sees them.
 *
 * @module
 */
import { wrap, type Remote } from 'comlink'
import nodeEndpoint, { type NodeEndpoint } from 'comlink/dist/esm/node-adapter.mjs'
import type { ThreadJobs } from './thread-jobs.ts'
import { ProofOfWorkError } from './types.ts'

/** What Node's `Worker` is here. */
export type NodeWorker = NodeEndpoint & {
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'exit', listener: () => void): unknown
  unref(): void
  terminate(): Promise<number>
}

/** Starts a thread that runs `thread.ts`. */
export type StartThread = () => NodeWorker

export class Thread {
  readonly #worker: NodeWorker
  readonly #jobs: Remote<ThreadJobs>
  /** Never fulfilled; rejected when the thread is no more. */
  readonly #end: Promise<never>
  #ended = false

  constructor(start: StartThread) {
    this.#worker = start()
    // Whoever waits for an answer keeps the program alive, not an idle thread.
    this.#worker.unref()
    this.#end = new Promise((_, reject) => {
      let reason = 'the thread was ended'
      this.#worker.on('error', (error) => (reason = error.message))
      this.#worker.on('exit', () => {
        this.#ended = true
        reject(new ProofOfWorkError(`No proof of work: ${reason}`))
      })
    })
    this.#end.catch(() => undefined)
    this.#jobs = wrap<ThreadJobs>(nodeEndpoint(this.#worker))
  }

  get ended(): boolean {
    return this.#ended
  }

  /** What `ask` asks of the thread; fails when the thread ends before it answers. */
  async do<T>(ask: (jobs: Remote<ThreadJobs>) => Promise<T>): Promise<T> {
    try {
      return await Promise.race([ask(this.#jobs), this.#end])
    } catch (error) {
      if (error instanceof ProofOfWorkError) throw error
      throw new ProofOfWorkError(`No proof of work: ${reasonOf(error)}`)
    }
  }

  end() {
    void this.#worker.terminate()
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'RandomX needs 260 MB of memory, which are not to be had'
  return error instanceof Error ? error.message : String(error)
}
