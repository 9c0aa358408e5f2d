/**
 * What the wallet's listeners are told of what is entered: money, height, and how far a refresh is.
 *
 * @module
 */
import type { RpcError } from '#protocol/errors.ts'
import type { Events } from '../base/events.ts'
import type { Clock } from '../base/ports.ts'
import type { BlockIds } from '../ledger/block-ids.ts'
import type { AppliedSlice } from './apply-slice.ts'
import type { LedgerUpdate } from '../ledger/ledger-writer.ts'
import { TransactionRate } from './progress.ts'

/** Progress is told a few times a second. */
const betweenProgressMs = 250

export class ProgressReporter {
  /** Blocks of the daemon when it was last asked; 0 before. */
  daemonHeight = 0n
  readonly #events: Events
  readonly #chain: BlockIds
  readonly #clock: Clock
  /** When progress was last told. */
  #reportedMs = -Infinity
  #pace: TransactionRate
  #inTrouble = false

  constructor(events: Events, chain: BlockIds, clock: Clock) {
    this.#events = events
    this.#chain = chain
    this.#clock = clock
    this.#pace = new TransactionRate(clock.monotonicMs())
  }

  /** A refresh begins: its pace counts from now. */
  begin(daemonHeight: bigint): void {
    this.daemonHeight = daemonHeight
    this.#pace = new TransactionRate(this.#clock.monotonicMs())
    // What it told the last time was no good: this time that is not known yet.
    if (!this.#inTrouble) this.connection(true)
  }

  /** All that it told is entered. */
  ended(): void {
    if (this.#inTrouble) this.connection(true)
  }

  connection(online: boolean): void {
    this.#inTrouble = false
    this.#events.emit('connection', { online })
  }

  /** The daemon answered, and nothing came of it. */
  trouble({ code, message }: RpcError): void {
    this.#inTrouble = true
    this.#events.emit('connection', { online: false, problem: { code, message } })
  }

  /** Blocks were entered. Height and progress are told now and then, the rest at once. */
  progressed({ transactions, update, reorganised }: Omit<AppliedSlice, 'blocks'>): void {
    const nowMs = this.#clock.monotonicMs()
    this.#pace.add(nowMs, transactions)
    if (reorganised) this.#events.emit('reorganised', reorganised)
    this.reportUpdate(update, reorganised !== undefined)
    if (nowMs - this.#reportedMs < betweenProgressMs) return
    this.#reportedMs = nowMs
    this.height()
  }

  reportUpdate({ receipts, outputs, spendings }: LedgerUpdate, reorganised = false): void {
    for (const { txid, amount, subaddress } of receipts)
      this.#events.emit('received', { txid, amount, ...subaddress })
    if (reorganised || outputs > 0 || spendings > 0) this.money()
  }

  height(): void {
    this.#events.emit('changed', { what: 'height' })
    this.far()
  }

  /** How far the refresh is. */
  far(): void {
    const { height } = this.#chain
    const target = this.daemonHeight > height ? this.daemonHeight : height
    this.#events.emit('progress', this.#pace.progress(height, target))
  }

  money(): void {
    for (const what of ['balance', 'transfers', 'addresses'] as const)
      this.#events.emit('changed', { what })
  }
}
