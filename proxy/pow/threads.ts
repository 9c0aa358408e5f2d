/**
 * A handle on a worker thread.
 *
 * @module
 */
import { wrap, type Remote } from 'comlink'
import nodeEndpoint, { type NodeEndpoint } from 'comlink/dist/esm/node-adapter.mjs'
import type { ThreadJobs } from './thread-jobs.ts'
import { ProofOfWorkError } from './types.ts'

/** The part of Node's `Worker` that is used. */
export type NodeWorker = NodeEndpoint & {
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'exit', listener: () => void): unknown
  unref(): void
  /** Resolves when the thread has ended. */
  terminate(): Promise<unknown>
}

/**
 * For Node's `Worker`. Programs and blocks of a hash live for milliseconds: a larger young generation would only
 * hold more garbage.
 */
export const threadOptions = { resourceLimits: { maxYoungGenerationSizeMb: 3 } }

/** Starts a thread that runs `thread.ts`, with {@link threadOptions} on Node. */
export type StartThread = () => NodeWorker

export class Thread {
  readonly #worker: NodeWorker
  readonly #jobs: Remote<ThreadJobs>
  /** Never fulfilled; rejected when the thread has ended. */
  readonly #end: Promise<never>
  #ended = false

  constructor(start: StartThread) {
    this.#worker = start()
    // An idle thread does not keep the program running.
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

  /** Runs a call in the thread. @throws ProofOfWorkError if it fails, or the thread ends before it answers. */
  async do<T>(call: (jobs: Remote<ThreadJobs>) => Promise<T>): Promise<T> {
    try {
      return await Promise.race([call(this.#jobs), this.#end])
    } catch (error) {
      if (error instanceof ProofOfWorkError) throw error
      const reason = error instanceof Error ? error.message : String(error)
      throw new ProofOfWorkError(`No proof of work: ${reason}`)
    }
  }

  /** Ends the thread, also in the middle of a hash. Resolves when its memory is free. */
  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}
