/**
 * How long a daemon may be on a branch with less work than ours.
 *
 * An honest node can be on the other side of a short split, until the next blocks reach it.
 *
 * @module
 */
import type { Clock, Daemon } from '../base/ports.ts'
import { LighterBranch } from './reorganisation.ts'

/** Five blocks. */
const mostMs = 600_000

export class LighterBranches {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  #seen: { daemon: Daemon; sinceMs: number } | undefined

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
  }

  /** The daemon is on the wallet's chain. */
  forget(): void {
    this.#seen = undefined
  }

  /**
   * The wallet keeps its blocks.
   *
   * @param error - Why the daemon's blocks were not applied.
   * @returns False: they were not applied.
   * @throws The error, unless it is an equal branch, or a short one that was not there for long.
   */
  stay(error: unknown, daemon: Daemon): false {
    if (!(error instanceof LighterBranch)) throw error
    if (error.isEqual) return false
    if (error.isLonger) throw error
    if (this.#seen?.daemon !== daemon) this.#seen = { daemon, sinceMs: this.#clock.monotonicMs() }
    if (this.#clock.monotonicMs() - this.#seen.sinceMs >= mostMs) throw error
    return false
  }
}
