/**
 * Refreshes periodically, less often while refreshes fail.
 *
 * @module
 */
import type { Clock, Log } from '../base/ports.ts'

/** Default seconds between refreshes. monero DEFAULT_AUTO_REFRESH_PERIOD */
export const defaultPeriod = 20

/** Longest pause while the daemon is unreachable. */
const longestWaitMs = 300_000

export type AutoRefreshParts = { clock: Clock; log: Log; refresh: () => Promise<unknown> }

/** A loop that can be started, retimed and stopped. */
export class AutoRefresh {
  readonly #parts: AutoRefreshParts
  /** Seconds; 0 while it does not run. */
  #period = 0
  #loop = {}

  constructor(parts: AutoRefreshParts) {
    this.#parts = parts
  }

  get period(): number {
    return this.#period
  }

  /** Refreshes now and every `period` seconds from now on; 0 stops. */
  start(period: number): void {
    this.#period = period
    const loop = (this.#loop = {})
    if (period > 0) void this.#run(loop, period * 1000)
  }

  stop(): void {
    this.start(0)
  }

  async #run(loop: object, periodMs: number) {
    const { clock, log, refresh } = this.#parts
    let failures = 0
    while (this.#loop === loop) {
      try {
        await refresh()
        failures = 0
      } catch (error) {
        failures++
        log('warning', `auto refresh: ${error instanceof Error ? error.message : 'failed'}`)
      }
      if (this.#loop !== loop) return
      await clock.sleep(Math.min(periodMs * 2 ** failures, Math.max(periodMs, longestWaitMs)))
    }
  }
}
