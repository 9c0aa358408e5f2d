/**
 * Synchronises the wallet's ledger with the chain.
 *
 * @module
 */
import { errorDetails } from '#protocol/error-details.ts'
import { RpcError } from '#protocol/errors.ts'
import { ConnectionError } from '#protocol/daemon/errors.ts'
import { TimeSlice } from '../base/time-slice.ts'
import { v2HeightOf, type ChainView } from '../ledger/unlock.ts'
import type { Clock, Daemon } from '../base/ports.ts'
import type { Change } from '../store/store.ts'
import { SerialQueue } from '#protocol/serial-queue.ts'
import { daemonRpcError } from '../base/daemon-errors.ts'
import type { AppliedSlice } from './apply-slice.ts'
import type { LedgerUpdate } from '../ledger/ledger-writer.ts'
import { DaemonStatus } from './daemon-status.ts'
import type { OutputFinder } from '../scan/identify-outputs.ts'
import type { LateKeyImages } from './late-key-images.ts'
import type { FeedReport } from './feed/feed-use.ts'
import { Pool } from './pool.ts'
import { outputFinder, Refresh } from './refresh.ts'
import { resetChain, type ResetOptions } from './rescan.ts'
import { spendersAfter } from './find-spenders.ts'
import { rescanSpent } from './rescan-spent.ts'
import { Cancelled, Run } from '../download/cancellable-run.ts'
import { ProgressReporter } from './progress-reporter.ts'
import type { Refreshed, SyncParts } from './sync-parts.ts'
import type { WholeBlocksTask } from './whole/check-whole-blocks.ts'
import type { HistoryProgress } from './whole/history-range.ts'
import { WholeBlocks } from './whole/whole-blocks.ts'

/** How long a list of transfers waits for the pool. */
const maxPoolWaitMs = 3_000

export class Sync {
  readonly #parts: SyncParts
  readonly #queue = new SerialQueue()
  readonly #pool: Pool
  readonly #daemonStatus: DaemonStatus
  readonly #reporter: ProgressReporter
  readonly #refresh: Refresh
  readonly #wholeBlocks: WholeBlocks
  #run = new Run()
  #closed = false
  #running = false

  constructor(parts: SyncParts) {
    this.#parts = parts
    const { events, chain, ports } = parts
    const pool = new Pool(parts)
    const status = new DaemonStatus(parts)
    const reporter = new ProgressReporter(events, chain, ports.clock)
    this.#pool = pool
    this.#daemonStatus = status
    this.#reporter = reporter
    this.#wholeBlocks = new WholeBlocks(parts)
    const wholeBlocks = this.#wholeBlocks
    this.#refresh = new Refresh(parts, { pool, status, reporter, wholeBlocks })
  }

  /** The current chain. */
  view(): ChainView {
    const now = this.#clock.now()
    const { chain, network } = this.#parts
    const time = now + this.#refresh.ahead
    return { height: chain.height, time, now, v2Height: v2HeightOf(network) }
  }

  /** How the scan feed of the daemon in use is used. */
  get scanFeed(): FeedReport {
    return this.#refresh.feeds.reportOf(this.#parts.daemon())
  }

  /**
   * Applies new blocks and pool transactions. Waits for a refresh that already runs.
   * Each batch is committed on its own: a failure or a cancellation keeps the batches before it.
   *
   * @param startHeight - Skips the blocks below it, if it is above the wallet's height. Background wallets
   *   ignore it, because the full wallet would never scan these blocks.
   * @throws RpcError NO_DAEMON_CONNECTION, DAEMON_IS_BUSY, or UNKNOWN_ERROR for an untrustworthy answer.
   */
  async refresh(startHeight = 0n): Promise<Refreshed> {
    // An offline wallet reports no failure: monero src/wallet/wallet2.cpp refresh
    if (this.#parts.daemon()?.isOffline) return { blocksFetched: 0n, receivedMoney: false }
    const { kind } = this.#parts.store.info.value
    const from = kind === 'background' ? 0n : startHeight
    return this.#alone((run, done) => this.#refreshFrom(from, run, done))
  }

  /** Drops the scanned chain and scans it again. @throws RpcError As {@link refresh}, before it drops anything. */
  rescan(forgetting: ResetOptions): Promise<Refreshed> {
    this.cancel()
    return this.#alone(async (run, done) => {
      const { store, exclusive, requireForeground } = this.#parts
      requireForeground()
      await run.until(this.#daemonStatus.ask(this.#requireDaemon()))
      await exclusive(() => store.commit((change) => resetChain(change, this.#parts, forgetting)))
      this.#refresh.clearRefusals()
      this.#pool.forget()
      this.#reporter.money()
      await this.#refreshFrom(0n, run, done)
    })
  }

  /**
   * Replaces the keys, and starts again as a new wallet with them.
   *
   * @param stage - Stages the keys, in the commit that removes data of the old keys.
   */
  rekey(stage: (change: Change) => void): Promise<void> {
    return this.apart(async () => {
      const { store, addresses } = this.#parts
      await store.commit((change) => {
        resetChain(change, this.#parts, { hard: true, keepBook: true })
        for (const key of store.outputs.keys()) change.delete(store.frozen, key)
        for (const table of [store.keyImages, store.signing, store.frozen, store.warnings])
          for (const key of table.keys()) change.delete<unknown>(table, key)
        addresses.rekey(change)
        stage(change)
      })
      this.#refresh.clearRefusals()
      this.#pool.forget()
      // Runs before anything is scanned again.
      await addresses.prepare(new TimeSlice(this.#clock))
      this.#reporter.money()
    })
  }

  /**
   * Applies key images that were unknown when their outputs were recorded, and the transactions that spent these.
   *
   * @param stage - Stages further changes in the same commit.
   * @param now - Whether blocks are searched at once; otherwise the next refresh does it.
   * @throws {RpcError} As {@link refresh}; nothing changes when the daemon does not answer.
   */
  async lookAgain(
    images: LateKeyImages,
    stage: (change: Change) => void,
    now: boolean,
  ): Promise<void> {
    this.cancel()
    let isEntered = false
    await this.#alone(async (run, done) => {
      const { applyKeyImages, findSpenders } = await import('./late-key-images.ts')
      const { store, exclusive } = this.#parts
      const daemon = now ? this.#requireDaemon() : undefined
      const status = daemon && (await run.until(this.#daemonStatus.ask(daemon)))
      const spenders =
        daemon &&
        status &&
        (await findSpenders(this.#parts, { daemon, network: status.network, run, images }))
      await exclusive(() =>
        store.commit((change) => {
          stage(change)
          applyKeyImages(change, this.#parts, { images, spenders }, this.#clock.now())
        }),
      )
      isEntered = true
      this.#pool.forget()
      this.#reporter.money()
      if (now) await this.#refreshFrom(0n, run, done)
    })
    if (!isEntered)
      throw new RpcError('UNKNOWN_ERROR', 'another call came first', errorDetails.interrupted)
  }

  /** Applies the daemon's list of spent outputs. @throws RpcError As {@link refresh}. */
  async rescanSpent(): Promise<void> {
    await this.#alone(async () => {
      const { store, exclusive, requireForeground } = this.#parts
      requireForeground()
      const daemon = this.#requireDaemon()
      await exclusive(() => rescanSpent(daemon, store))
      // An abandoned transaction becomes pending again if the pool has it.
      this.#pool.forget()
      this.#reporter.money()
    })
  }

  /**
   * Applies the state of outputs whose key images were unknown: those the daemon reports as spent, and the own
   * transactions that spent them. Requires a trusted daemon.
   *
   * @param keys - One-time keys of the outputs. @throws RpcError As {@link refresh}.
   */
  async learnSpent(keys: readonly string[]): Promise<void> {
    await this.#alone(async () => {
      const { store, exclusive, requireForeground } = this.#parts
      requireForeground()
      const daemon = this.#requireDaemon()
      const outputs = () => keys.flatMap((key) => store.outputs.get(key) ?? [])
      const spenders = await spendersAfter(daemon, store, outputs())
      if (spenders.size > 0) await this.#scan(daemon, spenders, true)
      await exclusive(() => rescanSpent(daemon, store, outputs()))
      this.#reporter.money()
    })
  }

  /**
   * Applies these transactions. If one is above the wallet's height, blocks below it are skipped.
   *
   * @param trusted - Whether the daemon may be asked for other own transactions.
   * @throws RpcError As {@link refresh}, and when the daemon lacks one.
   */
  async scanTransactions(txids: ReadonlySet<string>, trusted: boolean): Promise<void> {
    await this.#alone(async (run, done) => {
      this.#parts.requireForeground()
      const above = await this.#scan(this.#requireDaemon(), txids, trusted)
      if (above > this.#parts.chain.height) await this.#refreshFrom(above, run, done)
    })
  }

  /**
   * Requests blocks whole and proves the payments in them.
   *
   * @param from - Height of the first. @param to - Height above the last one.
   * @throws RpcError As {@link refresh}; UNKNOWN_ERROR when the daemon has other blocks.
   */
  async verifyBlocks(from: bigint, to: bigint): Promise<void> {
    await this.#verify((task) => this.#wholeBlocks.check(from, to, task))
  }

  /**
   * Requests whole blocks of a range that does not depend on payments, and proves those in it. A cancelled or failed
   * call keeps what it verified; the next one continues.
   *
   * @param start - Height of the first block; at least the restore height.
   * @param blocks - Number of blocks, rounded up to whole groups; 0 requests nothing.
   * @returns What is left. @throws RpcError As {@link verifyBlocks}.
   */
  async verifyHistory(start: bigint, blocks: number): Promise<HistoryProgress> {
    const { historyProgress } = await import('./whole/history-range.ts')
    if (blocks > 0)
      await this.#verify((task) => this.#wholeBlocks.checkHistory(start, blocks, task))
    return historyProgress(this.#parts, start)
  }

  /** Runs a task exclusively. A running refresh is cancelled. */
  apart<T>(task: () => Promise<T>): Promise<T> {
    this.cancel()
    return this.#queue.take(() => this.#parts.exclusive(task))
  }

  /** Called when the results of background sync are applied. */
  settled(update: LedgerUpdate): void {
    // Only now is it known which pool transactions concern this wallet.
    this.#pool.forget()
    this.#reporter.reportUpdate(update, true)
  }

  /** Ends the running refresh after its current batch; it resolves with its partial result. */
  cancel(): void {
    this.#run.cancel()
  }

  /** Stops permanently: no change happens after this resolves. */
  async close(): Promise<void> {
    this.#closed = true
    this.cancel()
    await this.#queue.take(() => undefined)
  }

  /**
   * Scans only the pool, so that a list of transfers is current.
   *
   * It does not wait for a running refresh, which scans the pool anyway, nor for a slow daemon. Without an
   * answer the known state stays.
   */
  async lookAtPool(): Promise<void> {
    const daemon = this.#parts.daemon()
    if (this.#running || !daemon || daemon.isOffline) return
    const looked = this.#queue.take(() => this.#lookAtPool(daemon))
    await Promise.race([looked, this.#clock.sleep(maxPoolWaitMs)])
  }

  /** Applies the changes of a live pool, after a running refresh. */
  lookAtLivePool(): Promise<void> {
    return this.#queue.take(async () => {
      const daemon = this.#parts.daemon()
      if (daemon && this.#parts.livePool(daemon)) await this.#lookAtPool(daemon)
    })
  }

  async #lookAtPool(daemon: Daemon) {
    try {
      const run = this.#newRun()
      run.check()
      await this.#refresh.lookAtPool(daemon, run)
    } catch (error) {
      if (error instanceof Cancelled) return
      const problem = this.#problem(error)
      if (!(problem instanceof RpcError)) throw problem
      this.#parts.ports.log('warning', `pool: ${problem.message}`)
    }
  }

  /** Drops the known pool transactions: another daemon has another pool. */
  daemonChanged(): void {
    this.#pool.clear()
    this.#reporter.daemonHeight = 0n
    this.#refresh.ahead = 0n
    this.#wholeBlocks.daemonChanged()
  }

  /** Runs as its own task. A cancelled one resolves with its partial result. */
  #alone(work: (run: Run, done: Refreshed) => Promise<void>): Promise<Refreshed> {
    return this.#queue.take(async () => {
      const run = this.#newRun()
      const done = { blocksFetched: 0n, receivedMoney: false }
      this.#running = true
      try {
        run.check()
        await work(run, done)
      } catch (error) {
        if (!(error instanceof Cancelled)) throw this.#problem(error)
      } finally {
        this.#running = false
      }
      return done
    })
  }

  /** Checks whole blocks. @throws RpcError As {@link verifyBlocks}. */
  async #verify(check: (task: WholeBlocksTask) => Promise<boolean>) {
    await this.#alone(async (run) => {
      this.#parts.requireForeground()
      const daemon = this.#requireDaemon()
      await run.until(this.#daemonStatus.ask(daemon))
      const onDetached = ({ reorganised }: AppliedSlice) => {
        this.#pool.forget()
        if (reorganised) this.#parts.events.emit('reorganised', reorganised)
        this.#reporter.money()
      }
      if (await check({ daemon, run, onDetached })) return
      const text = 'the blocks of the daemon changed: refresh and try again'
      throw new RpcError('UNKNOWN_ERROR', text)
    })
  }

  /** @returns The height above the highest of them. */
  async #scan(daemon: Daemon, txids: ReadonlySet<string>, trusted: boolean): Promise<bigint> {
    const parts = {
      ...this.#parts,
      finder: (found: OutputFinder['addresses']) => outputFinder(this.#parts, found),
    }
    const { scanTransactions } = await import('./scan-transactions.ts')
    const { entered, above } = await scanTransactions(parts, daemon, txids, trusted)
    // Pending transactions of another copy of the wallet may have been removed from the ledger.
    this.#pool.forget()
    this.#reporter.reportUpdate(entered)
    return above
  }

  #newRun(): Run {
    this.#run = new Run()
    if (this.#closed) this.#run.cancel()
    return this.#run
  }

  get #clock(): Clock {
    return this.#parts.ports.clock
  }

  #problem(error: unknown) {
    if (error instanceof ConnectionError) this.#reporter.connection(false)
    return this.#rpcError(error)
  }

  #rpcError(error: unknown) {
    const { daemon, daemonName } = this.#parts
    const connection = daemon()
    return daemonRpcError(error, connection && daemonName(connection))
  }

  #requireDaemon(): Daemon {
    const daemon = this.#parts.daemon()
    if (!daemon) throw new RpcError('NO_DAEMON_CONNECTION', 'no connection to daemon')
    return daemon
  }

  async #refreshFrom(startHeight: bigint, run: Run, done: Refreshed) {
    try {
      await this.#refresh.run(this.#requireDaemon(), startHeight, run, done)
      this.#reporter.ended()
    } catch (error) {
      // The page must not show an incomplete state as complete.
      const problem = this.#rpcError(error)
      const isTold = error instanceof Cancelled || error instanceof ConnectionError
      if (!isTold && problem instanceof RpcError) this.#reporter.trouble(problem)
      throw error
    }
  }
}
