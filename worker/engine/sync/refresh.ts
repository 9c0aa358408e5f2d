/**
 * One refresh: the daemon's state, its pool and its new blocks.
 *
 * All requests are sent before the answers are compared with the keys of the wallet: the daemon must not learn from
 * their times what was found. The pool is requested first, and applied after the blocks. The newest blocks whole and
 * output counts are requested when all blocks have arrived, and used when these are applied.
 *
 * An answer can be refused because of own keys: a false payment that only the owner of an address can see. The next
 * request would show that it was refused. So such a daemon receives no further request, as if the wallet were closed.
 *
 * @module
 */
import { min } from '#protocol/bigint.ts'
import { blockTarget, futureTimeLimit } from '#protocol/rules/limits.ts'
import { RefusedByKeys } from '../base/daemon-errors.ts'
import type { Daemon } from '../base/ports.ts'
import type { Run } from '../download/cancellable-run.ts'
import type { KnownChain } from '../download/download.ts'
import { OwnKeyImages } from '../ledger/own-key-images.ts'
import type { OutputFinder } from '../scan/identify-outputs.ts'
import { applyBlocks } from './apply-blocks.ts'
import type { AppliedSlice } from './apply-slice.ts'
import type { DaemonState, DaemonStatus } from './daemon-status.ts'
import type { BlocksInProgress } from './output-counts-loader.ts'
import { requestedPool, type PoolSource } from './live/pool-source.ts'
import type { Pool, RefreshOutcome, RequestedTransaction } from './pool.ts'
import type { ProgressReporter } from './progress-reporter.ts'
import type { BlocksTask } from './blocks-task.ts'
import { LighterBranches } from './branches.ts'
import { FeedUse } from './feed/feed-use.ts'
import type { Refreshed, SyncParts } from './sync-parts.ts'
import type { NewestBlocks, WholeBlocks } from './whole/whole-blocks.ts'
import { WorkChecks } from './checks/work-checks.ts'

/** Seconds that adjusted time can be ahead of a right clock: a block later than the newest one allowed. */
const maxAhead = futureTimeLimit + blockTarget(2)

type RefreshParts = {
  pool: Pool
  status: DaemonStatus
  reporter: ProgressReporter
  wholeBlocks: WholeBlocks
}

type RefreshedBlocks = Pick<BlocksTask, 'daemon' | 'startHeight' | 'run' | 'work' | 'onApplied'> & {
  status: DaemonState
  /** Called when all blocks have arrived. */
  requestRest: (chain: KnownChain, blocks?: BlocksInProgress) => void
}

type LastRequests = { newest: NewestBlocks | undefined; counts: Promise<void> }

export class Refresh {
  /** Seconds the daemon's adjusted time is ahead of our clock. */
  ahead = 0n
  readonly feeds: FeedUse
  readonly #parts: SyncParts
  readonly #pool: Pool
  readonly #status: DaemonStatus
  readonly #reporter: ProgressReporter
  readonly #wholeBlocks: WholeBlocks
  readonly #keyImages: OwnKeyImages
  readonly #lighter: LighterBranches
  readonly #workChecks: WorkChecks
  /** Daemons with an answer that was refused because of own keys. */
  #refused = new WeakMap<Daemon, RefusedByKeys>()

  constructor(parts: SyncParts, { pool, status, reporter, wholeBlocks }: RefreshParts) {
    this.#parts = parts
    this.#pool = pool
    this.#status = status
    this.#reporter = reporter
    this.#wholeBlocks = wholeBlocks
    this.#keyImages = new OwnKeyImages(parts.store)
    this.#lighter = new LighterBranches(parts.ports.clock)
    this.#workChecks = new WorkChecks(parts)
    this.feeds = new FeedUse(parts, this.#keyImages)
  }

  /**
   * Applies what the daemon has.
   *
   * @param startHeight - Skips the blocks below it, if it is above the wallet's height.
   * @param done - Counts what was applied, also when this rejects.
   * @throws RpcError, InvalidDaemonData, ConnectionError, Cancelled, as the parts of a refresh do.
   */
  run(daemon: Daemon, startHeight: bigint, run: Run, done: Refreshed): Promise<void> {
    return this.#unlessRefused(daemon, () => this.#run(daemon, startHeight, run, done))
  }

  /** Requests and applies the transactions of the pool. @throws As {@link run}. */
  lookAtPool(daemon: Daemon, run: Run): Promise<void> {
    return this.#unlessRefused(daemon, async () => {
      const source = this.#poolOf(daemon)
      const waiting = await run.until(source.ids())
      const requested = await run.until(this.#pool.request(source, waiting))
      await this.#applyPool(waiting, requested, { refreshed: false, blocks: false }, run)
    })
  }

  /** Called when the keys or all blocks of the wallet are replaced. */
  clearRefusals(): void {
    this.#refused = new WeakMap()
  }

  async #run(daemon: Daemon, startHeight: bigint, run: Run, done: Refreshed) {
    const live = this.#parts.livePool(daemon)
    const status = await run.until(this.#status.ask(daemon, live))
    const { height, adjustedTime, waiting, pinned } = status
    if (adjustedTime > 0n) this.ahead = min(adjustedTime - this.#parts.ports.clock.now(), maxAhead)
    const work = this.#workChecks.of(daemon)
    this.#reporter.begin(height, () => work?.isPending === true)
    const onApplied = (progressed: AppliedSlice) => this.#progressed(progressed, done)
    // Blocks are applied also when this fails.
    const requested = this.#pool.request(live ?? requestedPool(daemon), waiting)
    await run.until(requested.catch(() => undefined))
    let rest: LastRequests | undefined
    const requestRest = (chain: KnownChain, blocks?: BlocksInProgress) =>
      (rest ??= this.#requestRest(daemon, run, chain, blocks))
    const blocks: RefreshedBlocks = {
      daemon,
      startHeight,
      run,
      status,
      work,
      onApplied,
      requestRest,
    }
    try {
      const isFollowed = await this.#applyBlocks(blocks)
      await pinned.requireAll(onApplied)
      if (isFollowed) {
        this.#lighter.forget()
        this.#status.served(daemon)
      }
      if (done.blocksFetched > 0n) this.#reporter.height()
      else this.#reporter.far()
      const outcome = { refreshed: true, blocks: done.blocksFetched > 0n }
      await this.#applyPool(waiting, await run.until(requested), outcome, run)
      if (work?.isPending) {
        await work.finish(run, onApplied)
        this.#reporter.far()
      }
      await this.#parts.afterRefresh?.(waiting)
      if (!rest) return
      await run.until(rest.counts)
      const { newest } = rest
      if (newest)
        await this.#wholeBlocks.checkNewest(newest, { daemon, run, onDetached: onApplied })
    } finally {
      // A refused answer must not show in missing requests.
      await rest?.newest?.sent
    }
  }

  /** @returns Whether the daemon's branch is followed. @throws As {@link run}. */
  async #applyBlocks({ status, work, requestRest, ...task }: RefreshedBlocks): Promise<boolean> {
    const { isSame, network, knowsTop, height, pinned } = status
    if (isSame && knowsTop) {
      requestRest(this.#parts.chain)
      return true
    }
    const applied: Promise<void> = applyBlocks(
      { ...this.#parts, keyImages: this.#keyImages },
      {
        ...task,
        network,
        knowsTop,
        daemonHeight: height,
        pinned,
        wholeBlocks: this.#wholeBlocks,
        feed: this.feeds.of(task.daemon),
        isTrusted: this.#parts.isTrusted(task.daemon),
        work,
        onDaemonHeight: (daemonHeight) => (this.#reporter.daemonHeight = daemonHeight),
        onBytes: (bytes) => this.#reporter.downloaded(bytes),
        onDownloaded: (first, chain) => requestRest(chain, { network, first, applied }),
      },
    )
    return applied.then(
      () => true,
      (error: unknown) => this.#lighter.stay(error, task.daemon),
    )
  }

  /** Sends the requests that follow the blocks, before these are applied. */
  #requestRest(
    daemon: Daemon,
    run: Run,
    chain: KnownChain,
    blocks: BlocksInProgress | undefined,
  ): LastRequests {
    const newest = this.#wholeBlocks.requestNewest(chain, { daemon, run })
    const counts = this.#parts.countsLoader.loadIfDue(daemon, { before: newest?.sent, blocks })
    counts.catch(() => undefined)
    return { newest, counts }
  }

  /** @param requests - Sends them; not called once an answer of the daemon was refused because of own keys. */
  async #unlessRefused(daemon: Daemon, requests: () => Promise<void>) {
    const before = this.#refused.get(daemon)
    if (before) throw before
    try {
      await requests()
    } catch (error) {
      if (!(error instanceof RefusedByKeys)) throw error
      const refusal = new RefusedByKeys(
        `${error.problem}. Nothing more is requested from this daemon: choose another one`,
      )
      this.#refused.set(daemon, refusal)
      throw refusal
    }
  }

  async #applyPool(
    waiting: ReadonlySet<string>,
    requested: readonly RequestedTransaction[],
    outcome: RefreshOutcome,
    run: Run,
  ) {
    run.check()
    const pool = await this.#pool.enter(this.#poolFinder, waiting, requested, outcome)
    this.#reporter.warn(pool.warnings)
    if (pool.changed) this.#reporter.money()
  }

  #poolOf(daemon: Daemon): PoolSource {
    return this.#parts.livePool(daemon) ?? requestedPool(daemon)
  }

  #progressed({ blocks, ...progressed }: AppliedSlice, done: Refreshed) {
    done.blocksFetched += BigInt(blocks)
    done.receivedMoney ||= progressed.update.outputs > 0
    // A transaction recorded as mined may be back in the pool.
    if (progressed.reorganised) this.#pool.forget()
    this.#reporter.progressed(progressed)
  }

  // A payment in the pool does not create an address.
  get #poolFinder(): OutputFinder {
    const { addresses } = this.#parts
    const find = (spendKey: Uint8Array) => addresses.find(spendKey)
    return outputFinder(this.#parts, { find, use: async () => undefined })
  }
}

/** @param addresses - Finds the address of an output, and creates those after it. */
export function outputFinder(
  { store, ports }: Pick<SyncParts, 'store' | 'ports'>,
  addresses: OutputFinder['addresses'],
): OutputFinder {
  const { keyImages } = store
  return { crypto: ports.crypto, secrets: store.secrets.value, addresses, keyImages }
}
