/**
 * Searches nonces in several threads.
 *
 * @module
 */
import { readBlockHeader } from '#protocol/chain/block.ts'
import { Reader } from '#protocol/chain/reader.ts'
import { SerialQueue } from '#protocol/serial-queue.ts'
import { control } from './thread-jobs.ts'
import type { ThreadGroup } from './thread-group.ts'
import type { ThreadGroups } from './thread-groups.ts'
import { largestNonce, ProofOfWorkError, type Job, type NonceSearcher } from './types.ts'
import { workFunction } from './work-function.ts'

const nonceSize = 4

/** A call of `search`. */
type Search = {
  job: Job
  threads: number
  /** Offset of the nonce in the blob of the job. */
  nonceAt: number
  first: number
  generation: number
}

export class ThreadedNonceSearcher implements NonceSearcher {
  readonly mostThreads: number
  readonly #groups: ThreadGroups
  /** One search at a time has the threads. */
  readonly #turns = new SerialQueue()
  /** The group whose threads search, or wait for the next search. */
  #group: ThreadGroup | undefined
  #generation = 0
  #isStopped = true
  #shared = newControl()
  #startedAt = 0
  #giveUp: (() => void) | undefined

  constructor(groups: ThreadGroups, mostThreads: number) {
    this.#groups = groups
    this.mostThreads = mostThreads
  }

  get hashRate(): number {
    if (!this.#group?.searcherCount) return 0
    const seconds = (performance.now() - this.#startedAt) / 1000
    return Atomics.load(this.#shared, control.hashes) / Math.max(seconds, 0.001)
  }

  async search(job: Job, threads: number): Promise<number | undefined> {
    if (!Number.isInteger(threads) || threads < 1 || threads > this.mostThreads)
      throw new ProofOfWorkError(`Mining takes 1 to ${this.mostThreads} threads`)
    const generation = this.#supersede()
    const reader = new Reader(job.blob)
    const { nonce: first } = readBlockHeader(reader)
    const nonceAt = reader.offset - nonceSize
    // Every hash solves it.
    if (job.difficulty <= 1n) return first

    this.#isStopped = false
    const givenUp = new Promise<undefined>((resolve) => {
      this.#giveUp = () => resolve(undefined)
    })
    const search = { job, threads, nonceAt, first, generation }
    const searching = this.#turns.take(() => this.#take(search))
    try {
      return await Promise.race([searching, givenUp])
    } finally {
      searching.catch(() => undefined)
    }
  }

  stop() {
    this.#supersede()
    this.#isStopped = true
    void this.#group?.endSearchers()
  }

  /** Aborts the current search, if any. @returns The generation of the next search. */
  #supersede(): number {
    this.#giveUp?.()
    this.#giveUp = undefined
    this.#generation++
    Atomics.store(this.#shared, control.generation, this.#generation)
    return this.#generation
  }

  async #take(search: Search): Promise<number | undefined> {
    const { context } = search.job
    if (search.generation !== this.#generation) return undefined
    const key = workFunction(context).kind === 'randomx' ? context.seedHash : undefined
    return this.#groups.use(key, async (group) => {
      try {
        return await this.#searchIn(group, search)
      } finally {
        // It may have been stopped while its threads started.
        if (this.#isStopped) await group.endSearchers()
      }
    })
  }

  async #searchIn(group: ThreadGroup, search: Search): Promise<number | undefined> {
    const { job, threads: step, nonceAt, first, generation } = search
    if (generation !== this.#generation) return undefined
    await this.#change(group)
    const threads = await group.searchers(step)
    if (generation !== this.#generation) return undefined
    const shared = this.#shared
    const lowest = new Uint32Array(new SharedArrayBuffer(4)).fill(largestNonce)
    try {
      // A thread continues while it may find a lower nonce than the others.
      const found = threads.map((thread, index) => {
        const range = { nonceAt, first: first + index, step, lowest }
        return thread.do((jobs) => jobs.search(job, range, shared, generation))
      })
      return least(await Promise.all(found))
    } catch (error) {
      await group.endSearchers()
      throw error
    } finally {
      if (generation === this.#generation) {
        this.#giveUp = undefined
        this.#supersede()
      }
    }
  }

  /** Uses another group, and counts hashes from the start of its threads on. */
  async #change(group: ThreadGroup): Promise<void> {
    if (this.#group !== group) await this.#group?.endSearchers()
    this.#group = group
    if (group.searcherCount > 0) return
    this.#shared = newControl()
    Atomics.store(this.#shared, control.generation, this.#generation)
    this.#startedAt = performance.now()
  }
}

function least(nonces: readonly (number | undefined)[]): number | undefined {
  const found = nonces.filter((nonce) => nonce !== undefined)
  return found.length > 0 ? Math.min(...found) : undefined
}

function newControl(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4 * control.size))
}
