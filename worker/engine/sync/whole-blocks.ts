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
import type { Daemon } from '../base/ports.ts'
import { InvalidDaemonData, isDaemonError } from '../base/daemon-errors.ts'
import type { Run } from '../download/cancellable-run.ts'
import { detachBlocks } from '../ledger/detach.ts'
import { OwnKeyImages } from '../ledger/own-key-images.ts'
import { startScanner, type ScannedSlice, type Scanner } from '../scan/scanner.ts'
import { blockOf, heightIn, topOf, type Slice } from '../scan/slice.ts'
import { areProvable } from '../scan/transaction-ids.ts'
import { noteReplaced } from '../store/history.ts'
import type { AppliedSlice } from './apply-slice.ts'
import { compareWithLedger, type Difference } from './compare-with-ledger.ts'
import type { SyncParts } from './sync-parts.ts'
import { forgetSeen } from './unknown-spends.ts'
import { wholeSlice } from './whole-slice.ts'

/** Blocks below the top that are requested whole: a payment in them is recent. */
const newestBlocks = 60n

/** Blocks in one request; with large blocks about 10 MB. */
const blocksPerRequest = 20n

type WholeBlocksTask = {
  daemon: Daemon
  run: Run
  /** Called when blocks were detached, before the error. */
  onDetached: (detached: AppliedSlice) => void
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

  /** Called with each slice of a daemon, before it is scanned. */
  received(slice: Slice): void {
    if (!areProvable(slice)) this.#lacksHashes = true
  }

  /** Called with each applied slice. @param skip - Number of leading blocks that were applied before. */
  applied({ slice, results }: ScannedSlice, skip: number): void {
    const first = slice.height + BigInt(skip)
    for (const { from } of results) {
      const height = heightIn(slice, blockOf(slice, from))
      this.#sentFrom = min(this.#sentFrom ?? height, height)
    }
    this.#checkedTo = min(this.#checkedTo, first)
    if (areProvable(slice) && this.#checkedTo === first) this.#checkedTo = topOf(slice)
  }

  /**
   * Checks the newest blocks where the daemon leaves out hashes.
   *
   * Without an answer, payments in them stay unverified.
   *
   * @throws As {@link check}.
   */
  async checkNewest(task: WholeBlocksTask): Promise<void> {
    if (!this.#isOn || !this.#lacksHashes) return
    const { chain, store, ports } = this.#parts
    const { height } = chain
    const oldest = max(chain.first, store.info.value.restoreHeight)
    const from = [this.#checkedTo, oldest, height - newestBlocks].reduce(max, 1n)
    try {
      if (await this.check(from, height, task)) this.#checkedTo = height
    } catch (error) {
      if (!isDaemonError(error)) throw error
      ports.log('warning', `whole blocks: ${(error as Error).message}`)
    }
  }

  /**
   * Requests blocks whole and compares them with the ledger. Received payments that are the same are marked as
   * proved. Blocks that differ are detached; the next refresh reads them whole.
   *
   * @param to - Height above the last block, at most the wallet's.
   * @returns Whether all of them were compared. Otherwise the daemon has other blocks at these heights.
   * @throws InvalidDaemonData When a transaction does not hash to its id, or an earlier answer contained another one;
   *   ConnectionError, DaemonError, AnswerError, Cancelled.
   */
  async check(from: bigint, to: bigint, task: WholeBlocksTask): Promise<boolean> {
    const { ports, store } = this.#parts
    const scanner = startScanner(ports, store.secrets.value.viewSecret)
    try {
      for (let at = from; at < to; at += blocksPerRequest)
        if (!(await this.#checkSome(at, min(at + blocksPerRequest, to), scanner, task)))
          return false
      return true
    } finally {
      scanner.close()
    }
  }

  get #isOn(): boolean {
    return this.#parts.wholeBlocks()
  }

  async #checkSome(
    from: bigint,
    to: bigint,
    scanner: Scanner,
    task: WholeBlocksTask,
  ): Promise<boolean> {
    const { daemon, run } = task
    const { ports, chain } = this.#parts
    const heights = Array.from({ length: Number(to - from) }, (_, at) => from + BigInt(at))
    const answer = await run.until(daemon.bin.get_blocks_by_height({ heights }))
    const slice = wholeSlice(answer.blocks, heights, ports.crypto, (height) => chain.at(height))
    if (!slice) return false
    const scanned = await run.until(scanner.scan(slice, 0))
    run.check()
    const difference = await this.#compare(scanned)
    if (!difference || this.#repeated.has(difference.height)) return true
    await this.#detach(difference, to, task)
    return false
  }

  #compare(scanned: ScannedSlice): Promise<Difference | undefined> {
    const { exclusive, store } = this.#parts
    return exclusive(async () => {
      const { proved, difference } = await compareWithLedger(this.#parts, this.#keyImages, scanned)
      await store.commit((change) => {
        for (const [name, record] of proved)
          change.put(store.received, name, { ...record, proved: true })
      })
      if (proved.size > 0) this.#parts.events.emit('changed', { what: 'transfers' })
      return difference
    })
  }

  async #detach(difference: Difference, to: bigint, { onDetached }: WholeBlocksTask) {
    const { store, chain, ports, exclusive } = this.#parts
    const { height, txid, isFalse } = difference
    this.#repeated.add(height)
    this.#repeat = { from: height, to }
    this.#checkedTo = min(this.#checkedTo, height)
    const reorganised = { height, detached: Number(chain.height - height) }
    await exclusive(() =>
      store.commit((change) => {
        detachBlocks(change, store, height)
        forgetSeen(change, store, height)
        if (height > chain.first) chain.crop(change, height)
        else chain.beginAt(change, height)
        noteReplaced(change, store, ports.clock.now(), reorganised)
      }),
    )
    const update = { outputs: 0, spendings: 0, receipts: [], warnings: [] }
    onDetached({ blocks: 0, transactions: 0, update, reorganised })
    const isOfDaemon = this.#sentFrom !== undefined && height >= this.#sentFrom
    const what = `transaction ${txid} of block ${height} is not the one that the block names`
    const then = 'What it paid was removed, and the block is read again'
    if (isOfDaemon) throw new InvalidDaemonData(`${what}. ${then}; choose another daemon`)
    if (isFalse)
      throw new RpcError('UNKNOWN_ERROR', `an earlier daemon was wrong: ${what}. ${then}`)
    ports.log('warning', `whole blocks: block ${height} was not read completely`)
  }
}
