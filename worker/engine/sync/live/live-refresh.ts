/**
 * Keeps a wallet up to date: by refreshes from time to time, or as soon as a light node reports a change.
 *
 * @module
 */
import type { Daemon, Ports } from '../../base/ports.ts'
import { AutoRefresh } from '../auto-refresh.ts'
import type { Sync } from '../sync.ts'
import { LiveUpdates, type LiveParts } from './live-updates.ts'
import type { PoolSource } from './pool-source.ts'

/** The wallets of a light node refresh at random times within a second after a new block. */
const tipSpreadMs = 1_000

export type LiveRefreshParts = Pick<LiveParts, 'chain' | 'daemonName'> & {
  ports: Pick<Ports, 'clock' | 'random' | 'log'>
  daemon: () => Daemon | undefined
  sync: Pick<Sync, 'refresh' | 'lookAtLivePool'>
}

export class LiveRefresh {
  readonly autoRefresh: AutoRefresh
  readonly #parts: LiveRefreshParts
  readonly #updates: LiveUpdates
  #isPoolChanged = false
  #isLooking = false

  constructor(parts: LiveRefreshParts) {
    this.#parts = parts
    const { ports, chain, daemonName } = parts
    this.#updates = new LiveUpdates({
      log: ports.log,
      chain,
      daemonName,
      onTip: () => this.autoRefresh.soon(tipSpreadMs),
      onPool: () => void this.#poolChanged(),
      onLost: () => this.#refreshWithinPeriod(),
    })
    const { clock, random, log } = ports
    this.autoRefresh = new AutoRefresh({
      clock,
      random,
      log,
      refresh: () => this.#refresh(),
      isLive: () => this.isLive,
      onStop: () => this.disconnect(),
    })
  }

  get isLive(): boolean {
    return this.#updates.isLive
  }

  /** The pool of a daemon that reports its changes. */
  poolOf(daemon: Daemon): PoolSource | undefined {
    return this.#updates.poolOf(daemon)
  }

  /** Ends the connection for reports. The next refresh, which is not later than without them, makes another. */
  disconnect(): void {
    this.#updates.stop()
    this.#refreshWithinPeriod()
  }

  #refreshWithinPeriod() {
    this.autoRefresh.soon(this.autoRefresh.period * 1000)
  }

  /** Without a daemon there is no query and no warning. */
  async #refresh() {
    if (!this.#parts.daemon()) return
    await this.#parts.sync.refresh()
    const daemon = this.#parts.daemon()
    if (daemon && this.autoRefresh.period > 0) this.#updates.follow(daemon)
  }

  /** Changes that arrive while one is applied are applied together. */
  async #poolChanged() {
    this.#isPoolChanged = true
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      while (this.#isPoolChanged) {
        this.#isPoolChanged = false
        await this.#parts.sync.lookAtLivePool()
      }
    } catch (error) {
      const problem = error instanceof Error ? error.message : 'failed'
      this.#parts.ports.log('error', `pool: ${problem}`)
    } finally {
      this.#isLooking = false
    }
  }
}
