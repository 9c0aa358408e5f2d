/**
 * Refreshes at random times, less often while the daemon is unreachable.
 *
 * The time of the next refresh is drawn before the work of this one. A pause that began after the work would
 * show the daemon how long it took, and so whether this wallet received a payment. For the same reason a refused
 * answer changes no time: whether it is refused can depend on the keys of the wallet.
 *
 * While the daemon reports what is new, refreshes follow its reports, and others are rare.
 *
 * @module
 * @see "Remote Side-Channel Attacks on Anonymous Transactions", USENIX Security 2020
 */
import { RpcError } from '#protocol/errors.ts'
import type { RandomBytes } from '#wasm/types.ts'
import type { Clock, Log } from '../base/ports.ts'
import { randomFraction } from '../base/random.ts'

/** Default of the least seconds between refreshes. monero DEFAULT_AUTO_REFRESH_PERIOD */
export const defaultPeriod = 20

/** Longest pause while the daemon is unreachable, before its random part. */
const longestWaitMs = 300_000

/** Least milliseconds between refreshes while the daemon reports what is new. */
const livePeriodMs = 600_000

/** A pause is up to this part longer than the period. */
const randomPart = 0.5

export type AutoRefreshParts = {
  clock: Clock
  random: RandomBytes
  log: Log
  refresh: () => Promise<unknown>
  /** Whether the daemon reports what is new. */
  isLive?: () => boolean
  /** Called when it stops. */
  onStop?: () => void
}

/** A loop that can be started, retimed and stopped. */
export class AutoRefresh {
  readonly #parts: AutoRefreshParts
  /** Seconds; 0 while it does not run. */
  #period = 0
  #loop = {}
  /** Time of the next refresh, in milliseconds of the clock. */
  #dueMs = Infinity
  /** Ends the pause of the loop. */
  #wake = () => {}

  constructor(parts: AutoRefreshParts) {
    this.#parts = parts
  }

  get period(): number {
    return this.#period
  }

  /** Refreshes now, and again after `period` seconds or up to half more; 0 stops. */
  start(period: number): void {
    this.#period = period
    const loop = (this.#loop = {})
    this.#wake()
    if (period > 0) void this.#run(loop, period * 1000)
    else this.#parts.onStop?.()
  }

  /** Refreshes at a random time within some milliseconds, unless it is due before. Does nothing while it is stopped. */
  soon(withinMs: number): void {
    const { clock, random } = this.#parts
    const dueMs = clock.monotonicMs() + withinMs * randomFraction(random)
    if (this.#period === 0 || dueMs >= this.#dueMs) return
    this.#dueMs = dueMs
    this.#wake()
  }

  stop(): void {
    this.start(0)
  }

  async #run(loop: object, periodMs: number) {
    const { clock, log, refresh, isLive } = this.#parts
    let failures = 0
    this.#dueMs = clock.monotonicMs()
    while (this.#loop === loop) {
      this.#dueMs += this.#pauseMs(isLive?.() ? Math.max(livePeriodMs, periodMs) : periodMs)
      try {
        await refresh()
        failures = 0
      } catch (error) {
        failures = isUnreachable(error) ? failures + 1 : 0
        log('warning', `auto refresh: ${error instanceof Error ? error.message : 'failed'}`)
      }
      if (this.#loop !== loop) return
      const now = clock.monotonicMs()
      if (failures > 0)
        this.#dueMs =
          now + this.#pauseMs(Math.min(periodMs * 2 ** failures, Math.max(periodMs, longestWaitMs)))
      // The refreshes of times that passed during a long one are left out.
      while (this.#dueMs <= now) this.#dueMs += this.#pauseMs(periodMs)
      await this.#untilDue(loop)
    }
  }

  /** The time can become earlier meanwhile. */
  async #untilDue(loop: object) {
    const { clock } = this.#parts
    for (let ms = this.#dueMs - clock.monotonicMs(); ms > 0 && this.#loop === loop;) {
      await this.#pause(ms)
      ms = this.#dueMs - clock.monotonicMs()
    }
  }

  /** A loop that is stopped during its pause ends: otherwise the timer keeps a closed wallet in memory. */
  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
      void this.#parts.clock.sleep(ms).then(resolve)
    })
  }

  #pauseMs(leastMs: number): number {
    return leastMs * (1 + randomPart * randomFraction(this.#parts.random))
  }
}

const isUnreachable = (error: unknown): boolean =>
  error instanceof RpcError &&
  (error.reason === 'NO_DAEMON_CONNECTION' || error.reason === 'DAEMON_IS_BUSY')
