/**
 * Sends events of a sync: money, height, and progress.
 *
 * @module
 */
import type { RpcError } from '#protocol/errors.ts'
import type { Events, LedgerWarning } from '../base/events.ts'
import type { Clock } from '../base/ports.ts'
import type { BlockIds } from '../ledger/block-ids.ts'
import type { AppliedSlice } from './apply-slice.ts'
import type { LedgerUpdate } from '../ledger/ledger-writer.ts'
import { TransactionRate } from './progress.ts'

/** Shortest time between progress events, in milliseconds. */
const betweenProgressMs = 250

export class ProgressReporter {
  /** Blocks of the daemon at the last request; 0 before. */
  daemonHeight = 0n
  readonly #events: Events
  readonly #chain: BlockIds
  readonly #clock: Clock
  /** Time of the last progress event. */
  #reportedMs = -Infinity
  #pace: TransactionRate
  /** Bytes of blocks that arrived in this refresh. */
  #bytes = 0
  #inTrouble = false
  #isChecking = () => false

  constructor(events: Events, chain: BlockIds, clock: Clock) {
    this.#events = events
    this.#chain = chain
    this.#clock = clock
    this.#pace = new TransactionRate(clock.monotonicMs())
  }

  /**
   * Starts a refresh: its pace is measured from now.
   *
   * @param isChecking - Whether applied blocks are still to be checked.
   */
  begin(daemonHeight: bigint, isChecking = () => false): void {
    this.daemonHeight = daemonHeight
    this.#isChecking = isChecking
    this.#pace = new TransactionRate(this.#clock.monotonicMs())
    this.#bytes = 0
    // The last answer was invalid: the state is unknown until the next.
    if (!this.#inTrouble) this.connection(true)
  }

  /** The daemon's answer is applied. */
  ended(): void {
    if (this.#inTrouble) this.connection(true)
  }

  connection(online: boolean): void {
    this.#inTrouble = false
    this.#events.emit('connection', { online })
  }

  /** The daemon answered, but its answer was not used. */
  trouble({ code, message }: RpcError): void {
    this.#inTrouble = true
    this.#events.emit('connection', { online: false, problem: { code, message } })
  }

  /** Blocks arrived. The next progress event counts their bytes. */
  downloaded(bytes: number): void {
    this.#bytes += bytes
  }

  /** Blocks were applied. Height and progress are throttled, other events are sent at once. */
  progressed({ transactions, update, reorganised }: Omit<AppliedSlice, 'blocks'>): void {
    const nowMs = this.#clock.monotonicMs()
    this.#pace.add(nowMs, transactions)
    if (reorganised) this.#events.emit('reorganised', reorganised)
    this.reportUpdate(update, reorganised !== undefined)
    if (nowMs - this.#reportedMs < betweenProgressMs) return
    this.#reportedMs = nowMs
    this.height()
  }

  reportUpdate(
    { receipts, outputs, spendings, warnings }: LedgerUpdate,
    reorganised = false,
  ): void {
    this.warn(warnings)
    for (const { txid, amount, subaddress } of receipts)
      this.#events.emit('received', { txid, amount, ...subaddress })
    if (reorganised || outputs > 0 || spendings > 0) this.money()
  }

  warn(warnings: readonly LedgerWarning[]): void {
    for (const warning of warnings) this.#events.emit('warning', warning)
  }

  height(): void {
    this.#events.emit('changed', { what: 'height' })
    this.far()
  }

  /** The progress of the refresh. */
  far(): void {
    const { height } = this.#chain
    const target = this.daemonHeight > height ? this.daemonHeight : height
    const topTime = this.#chain.timeAt(height - 1n)
    const progress = this.#pace.progress(height, target)
    const downloaded = this.#bytes > 0 && { downloadedBytes: this.#bytes }
    const checking = this.#isChecking() && { checking: true as const }
    const known = { ...progress, ...(topTime && { topTime }), ...downloaded, ...checking }
    this.#events.emit('progress', known)
  }

  money(): void {
    for (const what of ['balance', 'transfers', 'addresses'] as const)
      this.#events.emit('changed', { what })
  }
}
