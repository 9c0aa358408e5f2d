/**
 * Follows the events of a light node, so that a wallet need not ask again and again what is new.
 *
 * What is requested because of an event does not depend on the keys: a new block is followed by a refresh, and a
 * change of the pool comes with its transactions. Events are believed as little as answers: a pool transaction hashes
 * to its id, and a block counts only once a refresh has checked it.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { ConnectionError } from '#protocol/daemon/errors.ts'
import { FieldError } from '#protocol/fields.ts'
import { JsonError } from '#protocol/json/json.ts'
import type { BodyReader } from '#protocol/upstream.ts'
import { InvalidDaemonData } from '../../base/daemon-errors.ts'
import type { Daemon, Log } from '../../base/ports.ts'
import type { BlockIds } from '../../ledger/block-ids.ts'
import type { PoolSource } from './pool-source.ts'

export type LiveParts = {
  log: Log
  chain: Pick<BlockIds, 'at' | 'height'>
  daemonName: (daemon: Daemon) => string
  /** Called when the daemon has another top block than the wallet. */
  onTip: () => void
  /** Called when the pool is known, and when it changed. */
  onPool: () => void
  /** Called when the connection has ended by itself. */
  onLost: () => void
}

type Connection = { daemon: Daemon; pool?: PoolSource; body?: BodyReader }

export class LiveUpdates {
  readonly #parts: LiveParts
  /** Daemons that send no events, or false ones. */
  readonly #silent = new WeakSet<Daemon>()
  #connection: Connection | undefined

  constructor(parts: LiveParts) {
    this.#parts = parts
  }

  /** Whether changes of the daemon that is followed arrive by themselves. */
  get isLive(): boolean {
    return this.#connection?.pool !== undefined
  }

  /** The pool of a daemon, while it is followed. */
  poolOf(daemon: Daemon): PoolSource | undefined {
    const { daemon: followed, pool } = this.#connection ?? {}
    return followed === daemon ? pool : undefined
  }

  /** Listens to a daemon that sends events, unless it does already. */
  follow(daemon: Daemon): void {
    if (this.#connection?.daemon === daemon) return
    this.stop()
    if (!daemon.eventsArriving || this.#silent.has(daemon)) return
    void this.#follow((this.#connection = { daemon }))
  }

  stop(): void {
    this.#connection?.body?.cancel()
    this.#connection = undefined
  }

  async #follow(connection: Connection) {
    const { daemon } = connection
    const isCurrent = () => this.#connection === connection
    try {
      const body = await daemon.eventsArriving!()
      if (!body) {
        this.#silent.add(daemon)
        return
      }
      if (!isCurrent()) return body.cancel()
      connection.body = body
      const { listen } = await import('./listen.ts')
      const { chain, onTip, onPool } = this.#parts
      await listen(daemon, body, {
        onTip: ({ id }) => {
          const top = chain.at(chain.height - 1n)
          if (isCurrent() && (!top || bytesToHex(top) !== id)) onTip()
        },
        onPool: (pool) => {
          connection.pool = pool
          if (isCurrent()) onPool()
        },
      })
    } catch (error) {
      if (isCurrent()) this.#failed(daemon, error)
    } finally {
      connection.body?.cancel()
      if (isCurrent()) {
        this.#connection = undefined
        if (connection.body) this.#parts.onLost()
      }
    }
  }

  #failed(daemon: Daemon, error: unknown) {
    const { log, daemonName } = this.#parts
    const isFalse = [InvalidDaemonData, FieldError, JsonError].some((kind) => error instanceof kind)
    // A lost connection is made again after the next refresh.
    if (error instanceof ConnectionError) return
    this.#silent.add(daemon)
    const problem = error instanceof Error ? error.message : 'failed'
    log(isFalse ? 'warning' : 'error', `events of ${daemonName(daemon)}: ${problem}`)
  }
}
