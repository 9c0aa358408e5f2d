/**
 * Searches nonces in several threads.
 *
 * @module
 */
import { readBlockHeader } from '#protocol/chain/block.ts'
import { Reader } from '#protocol/chain/reader.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import { control, type Seed } from './thread-jobs.ts'
import type { Seeds } from './seeds.ts'
import { Thread, type StartThread } from './threads.ts'
import { largestNonce, ProofOfWorkError, type Job, type NonceSearcher } from './types.ts'
import { workFunction } from './work-function.ts'

const nonceSize = 4

/** A thread and the seed that it has joined. */
type SearchThread = { thread: Thread; joined: string | undefined }

export class ThreadedNonceSearcher implements NonceSearcher {
  readonly mostThreads: number
  readonly #start: StartThread
  readonly #seeds: Seeds
  #threads: SearchThread[] = []
  #generation = 0
  #shared = newControl()
  #startedAt = 0
  #giveUp: (() => void) | undefined

  constructor(start: StartThread, seeds: Seeds, mostThreads: number) {
    this.#start = start
    this.#seeds = seeds
    this.mostThreads = mostThreads
  }

  get hashRate(): number {
    if (this.#threads.length === 0) return 0
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

    const givenUp = new Promise<undefined>((resolve) => {
      this.#giveUp = () => resolve(undefined)
    })
    this.#startThreads(threads)
    const searching = this.#seeds.use(() => this.#work(job, { nonceAt, first }, generation))
    try {
      return await Promise.race([searching, givenUp])
    } finally {
      searching.catch(() => undefined)
    }
  }

  stop() {
    this.#supersede()
    for (const { thread } of this.#threads) thread.end()
    this.#threads = []
  }

  /** Aborts the current search, if any. @returns The generation of the next search. */
  #supersede(): number {
    this.#giveUp?.()
    this.#giveUp = undefined
    this.#generation++
    Atomics.store(this.#shared, control.generation, this.#generation)
    return this.#generation
  }

  #startThreads(threads: number) {
    if (this.#threads.length === 0) {
      this.#shared = newControl()
      Atomics.store(this.#shared, control.generation, this.#generation)
      this.#startedAt = performance.now()
    }
    this.#threads = this.#threads.filter(({ thread }) => !thread.ended)
    for (const { thread } of this.#threads.splice(threads)) thread.end()
    while (this.#threads.length < threads)
      this.#threads.push({ thread: new Thread(this.#start), joined: undefined })
  }

  async #work(
    job: Job,
    { nonceAt, first }: { nonceAt: number; first: number },
    generation: number,
  ): Promise<number | undefined> {
    const name = bytesToHex(job.context.seedHash)
    const needsSeed = workFunction(job.context).kind === 'randomx'
    const seed = needsSeed ? await this.#seeds.seed(job.context.seedHash) : undefined
    if (generation !== this.#generation) return undefined
    const step = this.#threads.length
    const lowest = new Uint32Array(new SharedArrayBuffer(4)).fill(largestNonce)
    const found = this.#threads.map(async (search, index) => {
      if (seed !== undefined) await join(search, name, { seed, lane: index + 1 })
      const range = { nonceAt, first: first + index, step, lowest }
      const shared = this.#shared
      return search.thread.do((jobs) => jobs.search(name, job, range, shared, generation))
    })
    try {
      // A thread continues while it may find a lower nonce than the others.
      return least(await Promise.all(found))
    } finally {
      if (generation === this.#generation) {
        // After a failure the other threads stop. The caller receives the error.
        this.#giveUp = undefined
        this.#supersede()
      }
    }
  }
}

async function join(search: SearchThread, name: string, place: { seed: Seed; lane: number }) {
  if (search.joined === name) return
  const { joined } = search
  await search.thread.do(async (jobs) => {
    if (joined !== undefined) await jobs.forget(joined)
    await jobs.join(name, place)
  })
  search.joined = name
}

function least(nonces: readonly (number | undefined)[]): number | undefined {
  const found = nonces.filter((nonce) => nonce !== undefined)
  return found.length > 0 ? Math.min(...found) : undefined
}

function newControl(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4 * control.size))
}
