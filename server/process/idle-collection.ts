/**
 * Garbage collection while a program is idle.
 *
 * V8 collects garbage when allocations reach a limit. A service whose work is done allocates nothing, so it would hold
 * the memory of its busiest moment.
 *
 * @module
 */
import { performance } from 'node:perf_hooks'
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8'
import { garbageCollector } from '../../proxy/pow/collector.ts'

const checkMs = 5_000

/** An idle program runs code for a smaller share of the time. */
const idleShare = 0.05

/** Garbage that is worth a collection, in bytes, and as a share of the memory that is in use. */
const leastBytes = 4e6
const leastShare = 0.1

/** The first collection empties the space of young objects. Those after it find it empty and shrink it. */
const collectionsEach = 3

/**
 * A space of young objects that was grown by work, in bytes. V8 shrinks it only if a collection finds that little was
 * allocated in the seconds before, so it is collected again while the program is idle, but not for ever.
 */
const grownBytes = 4e6
const mostAttempts = 4

export type Memory = {
  /** Bytes in use, garbage included. */
  usedBytes: () => number
  /** Size of the space of young objects, whether in use or not. */
  youngBytes: () => number
  /** Frees all garbage. */
  collect: () => void
}

/** Decides when to collect. */
export class IdleCollection {
  readonly #memory: Memory
  /** After the last collection. */
  #keptBytes: number
  /** Collections that may still shrink the space of young objects until there is work again. */
  #attempts = mostAttempts

  constructor(memory: Memory) {
    this.#memory = memory
    this.#keptBytes = memory.usedBytes()
  }

  /** Collects if the program is idle and has enough garbage. @param share - Share of the time that was spent in code. */
  check(share: number): void {
    if (share > idleShare) {
      this.#attempts = mostAttempts
      return
    }
    const { usedBytes, youngBytes, collect } = this.#memory
    const garbageBytes = usedBytes() - this.#keptBytes
    const isGrown = youngBytes() > grownBytes && this.#attempts-- > 0
    if (!isGrown && garbageBytes <= Math.max(leastBytes, leastShare * this.#keptBytes)) return
    for (let i = 0; i < collectionsEach; i++) collect()
    this.#keptBytes = usedBytes()
  }
}

/** Starts the checks. They do not keep the program running. */
export function collectWhenIdle(): void {
  const collection = new IdleCollection({ usedBytes, youngBytes, collect: garbageCollector() })
  let before = performance.eventLoopUtilization()
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    collection.check(utilization)
  }, checkMs).unref()
}

const youngBytes = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0

function usedBytes(): number {
  const { used_heap_size, external_memory } = getHeapStatistics()
  return used_heap_size + external_memory
}
