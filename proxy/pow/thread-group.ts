/**
 * The threads that work on one seed of RandomX, or on hashes without a seed.
 *
 * The first thread makes the seed and computes hashes. It sends the seed's memory to the threads of searches
 * through message ports, so that no other thread has a handle on it: ending the group frees it.
 *
 * @module
 */
import { transfer } from 'comlink'
import { Thread, type StartThread } from './threads.ts'
import { ProofOfWorkError, type WorkContext } from './types.ts'

/** A seed to make. */
type SeedPlan = {
  key: Uint8Array
  /** Threads that may work on it, including the one that makes it. */
  lanes: number
}

export class ThreadGroup {
  readonly #start: StartThread
  readonly #first: Thread
  readonly #seed: SeedPlan | undefined
  /** Settles when the seed is made; at once without a seed. */
  readonly #prepared: Promise<void>
  /** Threads of searches, in the order of their lanes from 1 on. */
  readonly #searchers: Thread[] = []
  /** Settles when the searchers that were ended have left their lanes. */
  #leaving: Promise<unknown> = Promise.resolve()
  #isUsable = true
  #isEnded = false

  constructor(start: StartThread, seed: SeedPlan | undefined) {
    this.#start = start
    this.#seed = seed
    this.#first = new Thread(start)
    this.#prepared = this.#prepare(seed)
    this.#prepared.catch(() => (this.#isUsable = false))
  }

  /** False after a failure that this group does not recover from. */
  get isUsable(): boolean {
    return this.#isUsable && !this.#isEnded && !this.#first.ended
  }

  get searcherCount(): number {
    return this.#searchers.length
  }

  async hash(blob: Uint8Array, context: WorkContext): Promise<Uint8Array> {
    await this.#prepared
    return this.#first.do((jobs) => jobs.hash(blob, context))
  }

  /**
   * Starts and ends threads until there are `count` for searches. It must not run twice at a time.
   *
   * @throws ProofOfWorkError if the seed or a thread fails, or the threads are ended meanwhile. None is left
   *   running then.
   */
  async searchers(count: number): Promise<readonly Thread[]> {
    const isBroken = this.#searchers.some(({ ended }) => ended)
    // Two threads in one lane would disturb each other.
    await this.endSearchers(isBroken ? 0 : count)
    if (this.#isEnded) throw new ProofOfWorkError('No proof of work: the threads were ended')
    const joined: Promise<void>[] = []
    while (this.#searchers.length < count) {
      const thread = new Thread(this.#start)
      this.#searchers.push(thread)
      joined.push(this.#join(thread, this.#searchers.length))
    }
    const threads = [...this.#searchers]
    try {
      await Promise.all([this.#prepared, ...joined])
    } catch (error) {
      await this.endSearchers()
      throw error
    }
    return threads
  }

  /** Ends the threads of searches except the first `kept`. Resolves when they have ended. */
  async endSearchers(kept = 0): Promise<void> {
    const threads = this.#searchers.splice(kept)
    this.#leaving = Promise.all([this.#leaving, ...threads.map((thread) => thread.end())])
    await this.#leaving
  }

  /** Ends all threads. Resolves when the memory of the seed is free. */
  async end(): Promise<void> {
    this.#isEnded = true
    await Promise.all([this.#first.end(), this.endSearchers()])
  }

  async #prepare(seed: SeedPlan | undefined): Promise<void> {
    if (seed) await this.#first.do((jobs) => jobs.prepare(seed.key, seed.lanes))
  }

  /** The first thread answers as soon as it has made the seed. */
  async #join(thread: Thread, lane: number): Promise<void> {
    if (this.#seed === undefined) return
    const { port1, port2 } = new MessageChannel()
    try {
      await Promise.all([
        this.#first.do((jobs) => jobs.share(transfer(port1, [port1]))),
        thread.do((jobs) => jobs.join(transfer(port2, [port2]), lane)),
      ])
    } finally {
      // A port that a dead thread did not take would keep the seed.
      port1.close()
      port2.close()
    }
  }
}
