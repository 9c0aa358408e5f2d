/**
 * Loads the output counts of the blocks that the wallet did not read: files of our proxy, and the distribution of
 * a daemon for the rest.
 *
 * They are requested with the first refresh, before its blocks are applied. A daemon that saw the request with each
 * payment would learn when the wallet pays.
 *
 * @module
 */
import { max } from '#protocol/bigint.ts'
import { InvalidCounts } from '#protocol/daemon/output-counts.ts'
import { RpcError } from '#protocol/errors.ts'
import type { Network } from '#protocol/rules/forks.ts'
import { daemonRpcError, transferError } from '../base/daemon-errors.ts'
import { namedDaemon } from '../base/daemon-name.ts'
import type { Clock, Daemon, Log } from '../base/ports.ts'
import type { BlockIds } from '../ledger/block-ids.ts'
import { noCounts, ringctHeight, type OutputCounts } from '../ledger/output-counts.ts'
import type { OutputCountSegment } from '../store/records.ts'
import type { Store } from '../store/store.ts'

/** Time after a failure until a refresh loads again. */
const retryMs = 600_000

export type OutputCountsParts = {
  ports: { clock: Pick<Clock, 'monotonicMs'>; log: Log }
  network: Network
  store: Store
  chain: Pick<BlockIds, 'height'>
  outputCounts: OutputCounts
  daemonName: (daemon: Daemon) => string
}

/** Blocks that a refresh applies while counts are requested. */
export type BlocksInProgress = {
  /** The network whose rules they follow. */
  network: Network
  /** Height of the first; undefined without blocks. */
  first: bigint | undefined
  /** Resolves when all are applied. */
  applied: Promise<unknown>
}

type LoadOrder = {
  before?: Promise<unknown> | undefined
  blocks?: BlocksInProgress | undefined
}

export class OutputCountsLoader {
  readonly #parts: OutputCountsParts
  #loading: { daemon: Daemon; end: Promise<void> } | undefined
  /** The daemon that failed last, and when it is asked again. */
  #failed: { daemon: Daemon; dueMs: number } | undefined
  /** Whether caches may hold wrong files. */
  #wasWrong = false

  constructor(parts: OutputCountsParts) {
    this.#parts = parts
  }

  /**
   * Loads missing counts. A failure is logged; payments report it, and a later call tries again.
   *
   * @param before - Requests that are sent first. @param blocks - Counts are stored when these are applied.
   */
  async loadIfDue(daemon: Daemon, { before, blocks }: LoadOrder = {}): Promise<void> {
    const { ports, store, chain, outputCounts } = this.#parts
    // A background wallet does not pay.
    if (store.info.valueIfStored?.kind === 'background') return
    const end = this.#missingBelow(blocks)
    if (end === undefined) return
    const nowMs = ports.clock.monotonicMs()
    if (this.#failed?.daemon === daemon && nowMs < this.#failed.dueMs) return
    this.#failed = { daemon, dueMs: nowMs + retryMs }
    try {
      await before
      await (blocks ? this.#load(daemon, end, blocks.applied) : this.load(daemon))
      if (outputCounts.isComplete(chain.height)) this.#failed = undefined
    } catch (error) {
      const problem = daemonRpcError(error)
      if (!(problem instanceof RpcError)) throw problem
      ports.log('warning', `output counts: ${problem.message}`)
    }
  }

  /**
   * RingCT outputs up to and with each block of the wallet. Loads what is missing.
   *
   * @throws {RpcError} NO_DAEMON_CONNECTION, DAEMON_IS_BUSY, or GENERIC_TRANSFER_ERROR for counts that cannot be true.
   */
  async sums(daemon: Daemon): Promise<Float64Array> {
    const { chain, outputCounts } = this.#parts
    const { height } = chain
    if (!outputCounts.isComplete(height)) await this.load(daemon)
    if (!outputCounts.isComplete(height)) throw transferError(noCounts)
    return outputCounts.sums(height)
  }

  /** Loads counts. Simultaneous calls wait for one load. */
  load(daemon: Daemon): Promise<void> {
    if (this.#loading?.daemon === daemon) return this.#loading.end
    const missing = this.#oldest?.first ?? this.#parts.chain.height
    const end = this.#load(daemon, missing).finally(() => {
      if (this.#loading?.end === end) this.#loading = undefined
    })
    this.#loading = { daemon, end }
    return end
  }

  /** The first stored counts, if they belong to the wallet's blocks. */
  get #oldest(): Readonly<OutputCountSegment> | undefined {
    const { chain, outputCounts } = this.#parts
    return outputCounts.height === chain.height ? outputCounts.oldest : undefined
  }

  /** Height below which counts are missing when these blocks are applied; undefined where none are. */
  #missingBelow(blocks?: BlocksInProgress): bigint | undefined {
    const { chain, outputCounts } = this.#parts
    const first = blocks?.first ?? chain.height
    const isContinued = first <= chain.height
    if (isContinued && outputCounts.isComplete(chain.height)) return undefined
    const end = (isContinued ? this.#oldest?.first : undefined) ?? first
    const start = blocks ? ringctHeight(blocks.network) : 0n
    return end > max(1n, start) ? end : undefined
  }

  /** @param applied - Counts are stored when it resolves. */
  async #load(daemon: Daemon, missing: bigint, applied?: Promise<unknown>) {
    const isFresh = this.#wasWrong
    const oldest = () => this.#oldest
    try {
      const { loadCounts } = await import('../download/load-counts.ts')
      await loadCounts(this.#parts, { daemon, missing, applied, isFresh, oldest })
      this.#wasWrong = false
    } catch (error) {
      if (!(error instanceof InvalidCounts)) throw error
      this.#wasWrong = true
      const name = namedDaemon(this.#parts.daemonName(daemon))
      throw transferError(
        `output counts: ${error.message}: the counts of ${name} are wrong and are not used; ` +
          'choose another daemon, or try again later',
      )
    }
  }
}
