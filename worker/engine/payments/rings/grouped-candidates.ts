/**
 * Ring candidates from groups of 128 outputs, so that no daemon learns which outputs are candidates.
 *
 * All groups of a payment are requested, or none of its answer is used: then candidates are requested by index, as from a
 * daemon without groups.
 *
 * @module
 */
import type { Network } from '#protocol/rules/forks.ts'
import type { Daemon, Ports } from '../../base/ports.ts'
import { blockOf, isFalseGroup, MemberFeed } from '../../download/member-feed.ts'
import { isLockPassed, type ChainView } from '../../ledger/unlock.ts'
import type { RingCandidate } from './rings.ts'

/** Candidates by global index. `height`: of their block. */
export type Candidates = ReadonlyMap<number, RingCandidate & { height: bigint }>

export type GroupedParts = {
  ports: Pick<Ports, 'log' | 'feedCache'>
  network: Network
  daemonName: (daemon: Daemon) => string
  /** Undefined where scan feeds are not used. */
  scanFeed: () => number | undefined
}

/**
 * Candidates by index, whose locks are compared with the wallet's chain; undefined where they are to be requested by
 * index.
 *
 * @param indices - Global indices of RingCT outputs that the wallet's chain has.
 * @param counts - RingCT outputs up to and with each block, the last one that of the wallet's top block.
 */
export type Grouped = (
  indices: readonly number[],
  counts: Float64Array,
) => Promise<Candidates | undefined>

/** The groups of the daemons of an open wallet. */
export class GroupedCandidates {
  readonly #parts: GroupedParts
  /** Daemons whose groups were false. */
  readonly #refused = new WeakSet<Daemon>()

  constructor(parts: GroupedParts) {
    this.#parts = parts
  }

  /**
   * The groups of one payment, each of which is requested once. The log says why one is not used, unless the daemon has
   * none.
   *
   * @param view - The wallet's chain while the payment is made.
   */
  ofPayment(daemon: Daemon, view: Pick<ChainView, 'height' | 'time' | 'v2Height'>): Grouped {
    let opened: Promise<MemberFeed | undefined> | undefined
    return async (indices, counts) => {
      opened ??= this.#open(daemon)
      const sums = { counts, height: Number(view.height) }
      const outputs = await this.#attempt(daemon, async () => {
        const feed = await opened
        const found = await feed?.outputs(indices, sums)
        if (feed && !found) this.#warn(daemon, 'a group of ring members is not available')
        return found
      })
      if (!outputs) {
        // The other inputs of the payment are requested in the same way.
        opened = Promise.resolve(undefined)
        return undefined
      }
      const first = view.height - BigInt(counts.length)
      const candidates = indices.map((index) => {
        const { key, commitment, unlockTime } = outputs.get(index)!
        const height = first + BigInt(blockOf(counts, index))
        const unlocked = isLockPassed({ height, unlockTime }, view)
        return [index, { key, commitment, unlocked, height }] as const
      })
      return new Map(candidates)
    }
  }

  async #open(daemon: Daemon): Promise<MemberFeed | undefined> {
    const { ports, network, scanFeed } = this.#parts
    if (!daemon.feedFile || scanFeed() === undefined || this.#refused.has(daemon)) return undefined
    return MemberFeed.open(daemon, network, await ports.feedCache?.())
  }

  async #attempt<T>(daemon: Daemon, task: () => Promise<T>): Promise<T | undefined> {
    try {
      return await task()
    } catch (error) {
      if (!isFalseGroup(error)) throw error
      this.#refused.add(daemon)
      this.#warn(daemon, error.message)
      return undefined
    }
  }

  #warn(daemon: Daemon, problem: string) {
    const { ports, daemonName } = this.#parts
    ports.log(
      'warning',
      `scan feed of ${daemonName(daemon)}: ${problem}. Ring candidates are requested by index`,
    )
  }
}
