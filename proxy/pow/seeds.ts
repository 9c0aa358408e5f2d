/**
 * RandomX caches of the last two seeds, and the thread that makes them and computes hashes.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Seed } from './thread-jobs.ts'
import { Thread, type StartThread } from './threads.ts'
import type { WorkContext } from './types.ts'

/** Number of seeds in memory, 260 MB each. */
const most = 2

export class Seeds {
  readonly #start: StartThread
  readonly #lanes: number
  readonly #idleMs: number
  /** Seeds by key in hex, the last used one at the end. */
  readonly #seeds = new Map<string, Promise<Seed>>()
  #thread: Thread | undefined
  #timer: NodeJS.Timeout | undefined
  /** Calls of `use` that have not ended. */
  #users = 0

  /**
   * @param lanes - Threads that may work on a seed, including the one that makes it.
   * @param idleMs - How long unused seeds are kept.
   */
  constructor(start: StartThread, lanes: number, idleMs: number) {
    this.#start = start
    this.#lanes = lanes
    this.#idleMs = idleMs
  }

  hash(blob: Uint8Array, context: WorkContext, needsSeed: boolean): Promise<Uint8Array> {
    return this.use(async () => {
      if (needsSeed) await this.seed(context.seedHash)
      const name = bytesToHex(context.seedHash)
      return this.#running().do((jobs) => jobs.hash(name, blob, context))
    })
  }

  /** The seed of a key. It is made when it is missing, and kept while it is one of the last two. */
  seed(key: Uint8Array): Promise<Seed> {
    const name = bytesToHex(key)
    const thread = this.#running()
    const known = this.#seeds.get(name)
    const seed = known ?? thread.do((jobs) => jobs.prepare(name, key, this.#lanes))
    this.#seeds.delete(name)
    this.#seeds.set(name, seed)
    if (known === undefined) {
      // A seed that failed is made again on the next call.
      seed.catch(() => this.#seeds.get(name) === seed && this.#seeds.delete(name))
      for (const old of [...this.#seeds.keys()].slice(0, -most)) this.#forget(old)
    }
    return seed
  }

  /** Keeps all seeds until `work` ends. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    clearTimeout(this.#timer)
    this.#users++
    try {
      return await work()
    } finally {
      if (--this.#users === 0) {
        this.#timer = setTimeout(() => this.close(), this.#idleMs)
        this.#timer.unref()
      }
    }
  }

  /** Ends the thread and frees the memory. The next call starts again. */
  close() {
    clearTimeout(this.#timer)
    this.#thread?.end()
    this.#thread = undefined
    this.#seeds.clear()
  }

  #running(): Thread {
    if (this.#thread?.ended) this.close()
    this.#thread ??= new Thread(this.#start)
    return this.#thread
  }

  #forget(name: string) {
    this.#seeds.delete(name)
    // A thread that has ended holds no seeds.
    this.#thread?.do((jobs) => jobs.forget(name)).catch(() => undefined)
  }
}
