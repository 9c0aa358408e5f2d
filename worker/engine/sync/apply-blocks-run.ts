/**
 * Downloads, scans and commits blocks at the same time.
 *
 * An answer is scanned slice by slice while it arrives. Once it is complete, the next is requested while the
 * scanned slices are committed in order.
 *
 * @module
 */
import { max, min } from '#protocol/bigint.ts'
import { sameBytes } from '#protocol/bytes.ts'
import { RpcError } from '#protocol/errors.ts'
import { TimeSlice } from '../base/time-slice.ts'
import type { BlockDownload, Download } from '../download/block-download.ts'
import { requireOfDaemon, InvalidDaemonData } from '../base/daemon-errors.ts'
import {
  DownloadedChain,
  downloadAfter,
  downloadFrom,
  chainBelow,
  type KnownChain,
  type BlockSource,
  type SliceWork,
} from '../download/download.ts'
import { ReadAhead } from '../download/read-ahead.ts'
import { applySlice } from './apply-slice.ts'
import { Run } from '../download/cancellable-run.ts'
import { roundedHeight } from '../ledger/block-ids.ts'
import { requireEmission } from '../scan/emission.ts'
import type { BlocksParts, BlocksTask } from './blocks-task.ts'
import { Branches, Decision } from './branches.ts'
import type { ScannedSlice, Scanner } from '../scan/scanner.ts'
import { WholeTransactionsNeeded } from '../scan/read-piece.ts'
import { blocksIn, idIn, topOf, transactionsIn, type Slice } from '../scan/slice.ts'
import type { KnownOutputs } from '../scan/output-indices.ts'

/** Requests the next blocks. */
type Pull = (source: BlockSource) => Promise<Download>

/** Ids known below a skipped-to height, so that a reorganisation can be followed. */
const skipMargin = 100n

/** One attempt, with one scanner. */
export class ApplyBlocksRun {
  readonly #parts: BlocksParts
  readonly #task: BlocksTask
  readonly #scanner: Scanner
  readonly #ahead: DownloadedChain
  readonly #branches: Branches
  readonly #timeSlice: TimeSlice
  readonly #scanFrom: bigint
  /** The chain that the next answer must follow. */
  #after: KnownChain
  /** Height up to which answers brought only known blocks. */
  #knownTo = 0n
  /** Blocks below are read because heights in requests are rounded. They are not counted. */
  #countFrom = 0n
  /** Height of the first block that is applied. */
  #firstNew: bigint | undefined
  /** The current or last answer. */
  #download: Download | undefined
  /** Answers with ranges of the current chunk of scan rows. */
  #ranges: BlockDownload[] = []
  readonly #readAhead: ReadAhead
  /** Resolves when all slices so far are applied, in order. */
  #last: Promise<void> = Promise.resolve()
  #isStopped = false
  /** Cancelled when a slice cannot be applied. */
  readonly #applying = new Run()

  constructor(parts: BlocksParts, task: BlocksTask, scanner: Scanner) {
    const { chain, store } = parts
    this.#parts = parts
    this.#task = task
    this.#scanner = scanner
    this.#after = this.#ahead = new DownloadedChain(chain)
    const { daemon, network } = task
    const { pinnedBlocks } = parts.ports
    const pinnedHeight = pinnedBlocks.heightOf(network)
    const least = pinnedBlocks.leastDifficultyOf(network)
    this.#branches = new Branches({
      chain: this.#ahead,
      rules: { daemon, network, pinnedHeight, least },
      isTrusted: task.isTrusted,
      source: () => this.#source(true),
      until: (work) => this.#until(work),
    })
    this.#timeSlice = new TimeSlice(parts.ports.clock)
    this.#readAhead = new ReadAhead(parts.ports.clock)
    const skipTo = task.startHeight > chain.height ? task.startHeight : 0n
    this.#scanFrom = max(store.info.value.restoreHeight, skipTo)
  }

  async run(): Promise<void> {
    const { run } = this.#task
    try {
      await this.#pullAll()
      this.#task.onDownloaded(this.#firstNew, this.#ahead)
    } catch (error) {
      // Slices before a failed answer are still applied.
      await run.until(this.#last).catch(() => undefined)
      throw error
    }
    await run.until(this.#last)
  }

  /** Resolves when no work is in progress, whether it failed or not. */
  async stop(): Promise<void> {
    this.#isStopped = true
    for (const download of [this.#download, ...this.#ranges]) download?.cancel()
    this.#branches.stop()
    await this.#last.catch(() => undefined)
  }

  async #pullAll() {
    let pull: Pull = (source) => this.#first(source)
    for (;;) {
      if (!(await this.#takeNext(pull))) return
      await this.#until(this.#readAhead.makeRoom())
      pull = async (source) => {
        const { chain } = this.#parts
        const after = this.#after
        const chunk = await this.#fromFeed(after.height)
        if (chunk) return chunk
        // Answers have not reached the first known id yet.
        if (after.height <= chain.first) return downloadFrom(source, chain, after.height)
        const download = await downloadAfter(source, after)
        if (!(await this.#isHeld(download))) throw this.#notContinued()
        return download
      }
    }
  }

  /** Takes an answer; where a pruned one needs whole transactions, requests the same blocks whole. */
  async #takeNext(pull: Pull): Promise<boolean> {
    const before = this.#last
    const { wholeBlocks, daemonHeight } = this.#task
    const isWhole = wholeBlocks.isWhole(this.#after.height, daemonHeight)
    try {
      return await this.#take(await this.#until(pull(this.#source(!isWhole))))
    } catch (error) {
      if (!(error instanceof WholeTransactionsNeeded)) throw error
    }
    this.#last = before
    try {
      return await this.#take(await this.#until(pull(this.#source(false))))
    } catch (error) {
      if (!(error instanceof WholeTransactionsNeeded)) throw error
      throw new InvalidDaemonData('requested whole transactions are pruned')
    }
  }

  #source(prune: boolean): BlockSource {
    const began = (download: BlockDownload) => {
      this.#download = download
      if (this.#isStopped) download.cancel()
    }
    const { crypto, clock } = this.#parts.ports
    const { daemon, network } = this.#task
    return { daemon, crypto, clock, network, prune, onDownload: began }
  }

  /**
   * Scans an answer while it arrives.
   *
   * @returns Whether there are more blocks. @throws WholeTransactionsNeeded; nothing of the answer is applied then.
   */
  async #take(download: Download): Promise<boolean> {
    let begun = 0
    const decision = new Decision()
    try {
      const isMore = await this.#takeSlices(download, decision.made, () => begun++)
      decision.apply()
      this.#readAhead.add({ bytes: download.bytes, applied: this.#last })
      return isMore
    } catch (error) {
      decision.refuse(error)
      if (error instanceof WholeTransactionsNeeded) this.#ahead.drop(begun)
      throw error
    } finally {
      this.#task.onBytes(download.bytes)
    }
  }

  /** @param decided - Resolves when the answer is to be applied. @param begin - Counts the slices that are scanned. */
  async #takeSlices(
    download: Download,
    decided: Promise<void>,
    begin: () => void,
  ): Promise<boolean> {
    const before = this.#last
    this.#branches.begin()
    let [known, top] = [true, 0n]
    for (let at = 0; ; at++) {
      const slice = await this.#until(download.at(at))
      if (!slice) break
      top = topOf(slice)
      const skip = known ? this.#known(slice) : 0
      if (!slice.rows && !slice.bare) this.#task.wholeBlocks.received(slice, skip)
      const work = await this.#until(this.#branches.read(slice, skip))
      await this.#task.work?.arrived(slice, skip, work.difficulties)
      if (skip === blocksIn(slice)) continue
      known = false
      this.#ahead.add(slice, work)
      begin()
      this.#begin({ download, decided }, slice, skip, work)
    }
    const { currentHeight } = await this.#until(download.end)
    this.#task.onDaemonHeight(currentHeight)
    const isMore = top < currentHeight && top > download.height + 1n
    this.#after = known && isMore ? this.#upTo(top) : this.#ahead
    await this.#branches.decide(isMore, max(currentHeight, this.#task.daemonHeight), before)
    return isMore
  }

  // A daemon on another branch starts at a common block below our top, and may send only blocks of both
  // branches. Then the next answer must continue where this one ends.
  #upTo(top: bigint): KnownChain {
    requireOfDaemon(top > this.#knownTo, 'it gives blocks we know again and again')
    this.#knownTo = top
    return chainBelow(this.#ahead, top)
  }

  /** The result of `work`, unless the refresh is cancelled or fails first. */
  #until<T>(work: Promise<T>): Promise<T> {
    return this.#task.run.until(this.#applying.until(work))
  }

  // The first answer: after the known blocks, or at the height where scanning starts.
  async #first(source: BlockSource): Promise<Download> {
    const { chain, store } = this.#parts
    const { daemonHeight, knowsTop } = this.#task
    const isFresh = chain.height === 1n
    const reachable = min(this.#scanFrom, daemonHeight - 1n)
    const isAtRestoreHeight = isFresh && this.#scanFrom === store.info.value.restoreHeight
    const from = max(isAtRestoreHeight ? reachable : reachable - skipMargin, 0n)
    const start = roundedHeight(from)
    if (isFresh || start > chain.height) {
      this.#countFrom = from
      return (await this.#fromFeed(from)) ?? downloadFrom(source, chain, start)
    }
    const chunk = await this.#fromFeed(chain.height)
    if (chunk) return chunk
    const top = chain.height - 1n
    const newest = knowsTop ? top : roundedHeight(this.#task.work?.oldest(top) ?? top)
    if (newest < chain.first) return this.#at(source, newest)
    const download = await downloadAfter(source, chainBelow(chain, newest + 1n))
    if (await this.#isHeld(download)) return download
    download.cancel()
    this.#parts.ports.log(
      'warning',
      'sync: none of the requested blocks are on the chain of the daemon',
    )
    return this.#at(source, chain.first)
  }

  /** The chunk of the scan feed with the block at a height, where the wallet uses a feed that has it. */
  async #fromFeed(height: bigint): Promise<Download | undefined> {
    const { daemonHeight, feed, network, wholeBlocks } = this.#task
    if (wholeBlocks.isRepeatedAbove(height)) return undefined
    const { crypto, clock } = this.#parts.ports
    const chain = this.#ahead
    const chainParts = { crypto, clock, network, chain, daemonHeight }
    this.#ranges = []
    const parts = {
      ...chainParts,
      scanner: this.#scanner,
      scanFrom: this.#scanFrom,
      applied: this.#last,
      check: () => this.#task.run.check(),
      onRange: (download: BlockDownload) => {
        this.#ranges.push(download)
        if (this.#isStopped) download.cancel()
      },
    }
    const chunk = await this.#until(feed.chunkWith(height, parts))
    if (chunk) this.#download = chunk
    return chunk
  }

  /** Downloads from a height near the first known id, where no id could be followed. */
  async #at(source: BlockSource, height: bigint): Promise<Download> {
    const { chain } = this.#parts
    const { daemonHeight } = this.#task
    if (daemonHeight <= chain.first && chain.first < chain.height) this.#requireNothingBelow()
    return downloadFrom(source, chain, roundedHeight(min(height, daemonHeight - 1n)))
  }

  // Whether it follows a known block, and not only the genesis block far below.
  async #isHeld(download: Download): Promise<boolean> {
    const first = await download.at(0)
    return !first || first.height >= this.#ahead.first || this.#ahead.first === 1n
  }

  /** @throws RpcError Where blocks below the first known id are scanned: they may be replaced, too. */
  #requireNothingBelow() {
    const { chain, store } = this.#parts
    if (chain.first > 1n && chain.first > store.info.value.restoreHeight) throw this.#tooDeep()
  }

  /** The blocks do not follow those before, which may be those of the scan feed. */
  #notContinued() {
    const problem = new InvalidDaemonData('its blocks do not continue those of its scan feed')
    const refused = this.#task.feed.refused(problem)
    return refused === problem ? this.#tooDeep() : refused
  }

  #tooDeep() {
    const { height, first } = this.#ahead
    const depth = `none of the last ${height - first} blocks is on the daemon's chain`
    return new RpcError('UNKNOWN_ERROR', `reorg exceeds maximum allowed depth: ${depth}`)
  }

  /** Number of leading blocks of a slice that are known, or older than the first known id. */
  #known(slice: Slice): number {
    const { first } = this.#parts.chain
    for (let at = 0; at < blocksIn(slice); at++) {
      const height = slice.height + BigInt(at)
      const known = this.#ahead.at(height)
      if (!known && height < first) continue
      if (known && sameBytes(known, idIn(slice, at))) continue
      if (known && height === first) this.#requireNothingBelow()
      return at
    }
    return blocksIn(slice)
  }

  /** Scans a slice, and applies it once all slices before it are applied and its answer is complete. */
  #begin(
    { download, decided }: { download: Download; decided: Promise<void> },
    slice: Slice,
    skip: number,
    work: SliceWork,
  ) {
    this.#firstNew ??= slice.height + BigInt(skip)
    const looking = Promise.all([this.#scan(slice, skip), download.end, decided])
    looking.catch(() => undefined)
    // If it fails, earlier slices are still applied.
    const applied = this.#last.then(async () => this.#apply(download, await looking, skip, work))
    this.#last = download.isOfFeed
      ? applied.catch((error: unknown) => Promise.reject(this.#task.feed.refused(error) as Error))
      : applied
    this.#last.catch((error: unknown) => {
      // Nothing of an answer that is requested again is applied.
      if (error instanceof WholeTransactionsNeeded) return
      if (download === this.#download) this.#applying.cancel(error)
    })
  }

  /** Applies the blocks of a scanned slice after the first ones, which are known. */
  async #apply(
    download: Download,
    [scanned]: readonly [ScannedSlice, ...unknown[]],
    skip: number,
    work: SliceWork,
  ): Promise<void> {
    const { slice } = scanned
    this.#task.run.check()
    requireEmission(scanned, this.#task.network)
    const first = slice.height + BigInt(skip)
    const { chain } = this.#parts
    const below: KnownOutputs = (height) =>
      height <= first ? chain.ringctOutputsBelow(height) : undefined
    const outputIndices = await download.outputIndices(scanned, below)
    await this.#timeSlice.pause()
    await this.#task.pinned.require(slice, skip, this.#task.onApplied)
    const progressed = await applySlice(
      this.#parts,
      scanned,
      { outputIndices, skip, work, check: () => this.#task.run.check() },
      this.#timeSlice,
    )
    await this.#task.work?.applied(scanned.slice, skip)
    this.#ahead.dropApplied()
    this.#task.wholeBlocks.applied(scanned)
    const uncounted = Number(max(this.#countFrom - slice.height, BigInt(skip))) - skip
    const blocks = Math.max(progressed.blocks - uncounted, 0)
    this.#task.onApplied({ ...progressed, blocks })
  }

  #scan(slice: Slice, skip: number): Promise<ScannedSlice> {
    const below = this.#scanFrom - slice.height
    const unwanted = below > 0n ? Number(min(below, BigInt(blocksIn(slice)))) : 0
    const from = slice.firstTransaction[Math.max(skip, unwanted)]!
    if (from === transactionsIn(slice)) return Promise.resolve({ slice, results: [] })
    return this.#scanner.scan(slice, from)
  }
}
