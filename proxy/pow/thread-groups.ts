/**
 * The thread groups of the last seeds, at most two at a time.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { SerialQueue } from '#protocol/serial-queue.ts'
import { ThreadGroup } from './thread-group.ts'
import type { StartThread } from './threads.ts'
import { ProofOfWorkError } from './types.ts'

/** Number of seeds in memory, 260 MB each. */
const mostSeeds = 2

type GroupOptions = {
  /** Threads that may work on a seed, including the one that makes it. */
  lanes: number
  /** How long an unused group is kept. */
  idleMs: number
}

type KeptGroup = {
  readonly group: ThreadGroup
  readonly name: string
  readonly hasSeed: boolean
  /** Calls of `use` that have not ended. */
  users: number
  timer: NodeJS.Timeout | undefined
}

export class ThreadGroups {
  readonly #start: StartThread
  readonly #options: GroupOptions
  /** By seed in hex, empty without a seed; the last used one at the end. */
  readonly #kept = new Map<string, KeptGroup>()
  /** One call at a time looks for its group, in the order of the calls. */
  readonly #entrance = new SerialQueue()
  /** Settles when the groups that were ended have freed their memory. */
  #leaving: Promise<unknown> = Promise.resolve()
  /** Wakes the call that waits until a group is unused. */
  #wake: (() => void) | undefined
  #isClosed = false

  constructor(start: StartThread, options: GroupOptions) {
    this.#start = start
    this.#options = options
  }

  /**
   * Runs `work` with the group of a seed, which is made when it is missing. While all groups with a seed are
   * in use, a call with another seed waits.
   *
   * @param key - Of the seed; undefined for hashes without a seed.
   */
  async use<T>(key: Uint8Array | undefined, work: (group: ThreadGroup) => Promise<T>): Promise<T> {
    const kept = await this.#entrance.take(() => this.#enter(key))
    try {
      return await work(kept.group)
    } finally {
      this.#leave(kept)
    }
  }

  /** Ends all threads. Later calls of `use` fail. Resolves when the memory is free. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const kept of this.#kept.values()) this.#end(kept)
    this.#wake?.()
    await this.#leaving
  }

  async #enter(key: Uint8Array | undefined): Promise<KeptGroup> {
    const name = key === undefined ? '' : bytesToHex(key)
    const known = this.#kept.get(name)
    if (known && !known.group.isUsable) this.#end(known)
    const kept = this.#kept.get(name) ?? (await this.#make(name, key))
    clearTimeout(kept.timer)
    kept.users++
    this.#kept.delete(name)
    this.#kept.set(name, kept)
    return kept
  }

  #leave(kept: KeptGroup) {
    kept.users--
    if (kept.users === 0 && this.#kept.get(kept.name) === kept) {
      if (kept.group.isUsable)
        kept.timer = setTimeout(() => this.#end(kept), this.#options.idleMs).unref()
      else this.#end(kept)
    }
    this.#wake?.()
  }

  async #make(name: string, key: Uint8Array | undefined): Promise<KeptGroup> {
    if (key !== undefined) await this.#makeRoom()
    if (this.#isClosed) throw new ProofOfWorkError('No proof of work: the threads were ended')
    const seed = key && { key, lanes: this.#options.lanes }
    const group = new ThreadGroup(this.#start, seed)
    return { group, name, hasSeed: key !== undefined, users: 0, timer: undefined }
  }

  /** Ends unused groups until there is memory for another seed, and waits until it is free. */
  async #makeRoom() {
    for (;;) {
      const seeds = [...this.#kept.values()].filter(({ hasSeed }) => hasSeed)
      if (seeds.length < mostSeeds) break
      const unused = seeds.find(({ users }) => users === 0)
      if (unused) this.#end(unused)
      else await new Promise<void>((resolve) => (this.#wake = resolve))
    }
    await this.#leaving
  }

  #end(kept: KeptGroup) {
    clearTimeout(kept.timer)
    this.#kept.delete(kept.name)
    this.#leaving = Promise.all([this.#leaving, kept.group.end()])
  }
}
