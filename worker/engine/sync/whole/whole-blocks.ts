/**
 * Requests blocks whole, so that the wallet can check every transaction in them against its id.
 *
 * monerod leaves out the hash of what it prunes. Then nothing binds a pruned transaction to its block. Whole blocks
 * are requested near the top of the chain, whatever the wallet found in them.
 *
 * @module
 */
import { max, min } from '#protocol/bigint.ts'
import { RpcError } from '#protocol/errors.ts'
import { isDaemonError } from '../../base/daemon-errors.ts'
import type { KnownChain } from '../../download/download.ts'
import { OwnKeyImages } from '../../ledger/own-key-images.ts'
import type { ScannedSlice } from '../../scan/scanner.ts'
import { blockOf, blocksIn, heightIn, topOf, type Slice } from '../../scan/slice.ts'
import { areProvable } from '../../scan/transaction-ids.ts'
import type { Difference } from '../compare-with-ledger.ts'
import type { SyncParts } from '../sync-parts.ts'
import type { WholeBlocksTask } from './check-whole-blocks.ts'
import type { Heights, WholeRequests } from './whole-requests.ts'

/** Blocks below the top that are requested whole: a payment in them is recent. */
const newestBlocks = 60n

/** The newest blocks, requested before they are compared. */
export type NewestBlocks = {
  requests: Promise<WholeRequests>
  /** Resolves when no further request is sent before the comparison. */
  sent: Promise<void>
  /** Height above the last one. */
  to: bigint
}

export class WholeBlocks {
  readonly #parts: SyncParts
  readonly #keyImages: OwnKeyImages
  /** Whether the daemon leaves out hashes of pruned data. */
  #lacksHashes = false
  /** The newest blocks below this height are checked. */
  #checkedTo = 0n
  /** Height of the first scanned block that this daemon sent; undefined before it sends one. */
  #sentFrom: bigint | undefined
  /** Blocks that are requested whole, since an earlier answer differed. */
  #repeat = { from: 0n, to: 0n }
  /** Blocks that were requested again: a second time would not help. */
  readonly #repeated = new Set<bigint>()

  constructor(parts: SyncParts) {
    this.#parts = parts
    this.#keyImages = new OwnKeyImages(parts.store)
  }

  /** Called when the wallet uses another daemon. */
  daemonChanged(): void {
    this.#lacksHashes = false
    this.#sentFrom = undefined
  }

  /** Whether the blocks from `height` on are requested whole. @param daemonHeight - Blocks of the daemon. */
  isWhole(height: bigint, daemonHeight: bigint): boolean {
    if (height >= this.#repeat.from && height < this.#repeat.to) return true
    return this.#isOn && this.#lacksHashes && daemonHeight - height <= newestBlocks
  }

  /** Whether blocks above `height` differed before and are read again: rows of the scan feed may be what was false. */
  isRepeatedAbove(height: bigint): boolean {
    return this.#repeat.to > height
  }

  /** Called with each slice of a daemon, before it is scanned. @param skip - Number of leading blocks that are known. */
  received(slice: Slice, skip: number): void {
    const isProvable = areProvable(slice)
    if (!isProvable) this.#lacksHashes = true
    if (skip === blocksIn(slice)) return
    const first = slice.height + BigInt(skip)
    this.#checkedTo = min(this.#checkedTo, first)
    if (isProvable && this.#checkedTo === first) this.#checkedTo = topOf(slice)
  }

  /** Called with each applied slice. */
  applied({ slice, results }: ScannedSlice): void {
    for (const { from } of results) {
      const height = heightIn(slice, blockOf(slice, from))
      this.#sentFrom = min(this.#sentFrom ?? height, height)
    }
  }

  /**
   * Requests the newest blocks where the daemon leaves out hashes, without a comparison: that would delay requests by
   * work with own keys.
   *
   * @param chain - With the blocks that are downloaded and not applied.
   * @returns Undefined where nothing is to be requested.
   */
  requestNewest(
    { first, height }: Pick<KnownChain, 'first' | 'height'>,
    source: Pick<WholeBlocksTask, 'daemon' | 'run'>,
  ): NewestBlocks | undefined {
    if (!this.#isOn || !this.#lacksHashes) return undefined
    const heights = {
      from: [this.#checkedTo, first, height - newestBlocks].reduce(max, 1n),
      to: height,
    }
    if (heights.from >= height) return undefined
    const requests = requestAhead(source, heights)
    return { requests, sent: requests.then(noop, noop), to: height }
  }

  /**
   * Compares the newest blocks when the wallet's are applied.
   *
   * Without an answer, payments in them stay unverified.
   *
   * @throws As {@link check}.
   */
  async checkNewest({ requests, to }: NewestBlocks, task: WholeBlocksTask): Promise<void> {
    const { store, ports } = this.#parts
    try {
      const compared = { requests: await requests, from: store.info.value.restoreHeight, to }
      if (await this.#compare(compared, task)) this.#checkedTo = to
    } catch (error) {
      if (!isDaemonError(error)) throw error
      ports.log('warning', `whole blocks: ${(error as Error).message}`)
    }
  }

  /**
   * Requests blocks whole and compares them with the ledger. Received payments that are the same are marked as
   * proved. Blocks that differ are detached; the next refresh reads them whole.
   *
   * @param from - Of a block whose id the wallet knows: nothing else binds the answer to its chain.
   * @param to - Height above the last block, at most the wallet's.
   * @returns Whether all of them were compared. Otherwise the daemon has other blocks at these heights.
   * @throws InvalidDaemonData When a transaction does not hash to its id, or an earlier answer contained another one;
   *   ConnectionError, DaemonError, AnswerError, Cancelled; RpcError UNKNOWN_ERROR for a block that is too old.
   */
  async check(from: bigint, to: bigint, task: WholeBlocksTask): Promise<boolean> {
    if (from >= to) return true
    if (from < this.#parts.chain.first) throw new RpcError('UNKNOWN_ERROR', tooOld(from))
    const { WholeRequests } = await import('./whole-requests.ts')
    return this.#compare({ requests: new WholeRequests(task, { from, to }), from, to }, task)
  }

  /**
   * As {@link check}, for the next groups of the range that proves all payments. A failure keeps the groups before it.
   *
   * @param start - As for `openRange`. @param blocks - Ends with the group that reaches this number.
   */
  async checkHistory(start: bigint, blocks: number, task: WholeBlocksTask): Promise<boolean> {
    const { verifyHistory } = await import('./verify-history.ts')
    const isRepeated = (height: bigint) => this.#repeated.has(height)
    const order = { start, blocks, isRepeated }
    const { found, to } = await verifyHistory(this.#parts, this.#keyImages, order, task)
    return this.#settle(found, to, task)
  }

  async #compare(
    { requests, from, to }: { requests: WholeRequests; from: bigint; to: bigint },
    task: WholeBlocksTask,
  ): Promise<boolean> {
    const { checkWholeBlocks } = await import('./check-whole-blocks.ts')
    const found = await checkWholeBlocks(this.#parts, this.#keyImages, { requests, from }, task)
    return this.#settle(found, to, task)
  }

  /** @param to - Blocks from the difference to below this height are requested whole by the next refresh. */
  async #settle(
    found: Difference | 'other blocks' | undefined,
    to: bigint,
    task: WholeBlocksTask,
  ): Promise<boolean> {
    if (found === 'other blocks') return false
    if (!found || this.#repeated.has(found.height)) return true
    const { height } = found
    this.#repeated.add(height)
    this.#repeat = { from: height, to }
    this.#checkedTo = min(this.#checkedTo, height)
    const isOfDaemon = this.#sentFrom !== undefined && height >= this.#sentFrom
    const { detachDifference } = await import('./check-whole-blocks.ts')
    await detachDifference(this.#parts, found, isOfDaemon, task)
    return false
  }

  get #isOn(): boolean {
    return this.#parts.wholeBlocks()
  }
}

async function requestAhead(
  source: Pick<WholeBlocksTask, 'daemon' | 'run'>,
  heights: Heights,
): Promise<WholeRequests> {
  const { WholeRequests } = await import('./whole-requests.ts')
  const requests = new WholeRequests(source, heights)
  await requests.sendAhead()
  return requests
}

const tooOld = (height: bigint) =>
  `the wallet keeps no id of block ${height}, so it cannot be verified alone: verify all payments instead`

const noop = () => undefined
