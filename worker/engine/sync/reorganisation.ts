/**
 * A branch of the daemon that would replace our blocks: it needs more work, not more blocks.
 *
 * A chunk of its own: loaded with the first block that differs from ours.
 *
 * @module
 * @see monero src/cryptonote_core/blockchain.cpp Blockchain::handle_alternative_block
 */
import { sameBytes } from '#protocol/bytes.ts'
import { requireOfDaemon } from '../base/daemon-errors.ts'
import type { BlockDownload } from '../download/block-download.ts'
import { downloadAfter, DownloadedChain, type SliceWork } from '../download/download.ts'
import { heightIn, idIn, blocksIn, topOf, type Slice } from '../scan/slice.ts'
import { Difficulties, type BranchesParts } from './branches.ts'

/** Blocks that are read ahead at most: twice as many as the deepest reorganisation replaces. */
const longestReadAhead = 20_480

export class Branch {
  readonly #parts: BranchesParts
  /** Height of its first block. */
  readonly first: bigint
  /** Work of the blocks that it would replace. */
  readonly ours: bigint
  /** Height above them. */
  readonly top: bigint
  /** On a private chain each block counts as 1. */
  work = 0n
  #blocks = 0
  /** The chain with the blocks that were read ahead. */
  #ahead: DownloadedChain | undefined
  #download: BlockDownload | undefined
  #isStopped = false

  /** @param difficulty - Of its first block. Our blocks of unknown difficulty count as much. */
  constructor(parts: BranchesParts, first: bigint, difficulty = 1n) {
    this.#parts = parts
    const { chain } = parts
    this.first = first
    let ours = 0n
    for (let at = first; at < chain.height; at++) ours += chain.workAt(at)?.difficulty ?? difficulty
    this.ours = ours
    this.top = chain.height
  }

  get isHeavier(): boolean {
    return this.work > this.ours
  }

  /** @param skip - Number of leading blocks that are before the branch, or counted already. */
  add({ difficulties }: SliceWork, skip: number): void {
    for (const difficulty of difficulties.slice(skip)) this.work += difficulty ?? 1n
    this.#blocks += difficulties.length - skip
  }

  /**
   * Reads the next answers until the branch has more work than our blocks. Keeps only their ids.
   *
   * @throws InvalidDaemonData
   */
  async readOn(): Promise<void> {
    const { chain, rules, until } = this.#parts
    const ahead = (this.#ahead = new DownloadedChain(chain))
    const work = new Difficulties(rules, ahead)
    // A wait may keep its result until the refresh ends, so the result contains no blocks.
    while (await until(this.#readAnswer(ahead, work)));
  }

  /** Checks that blocks are those that were read ahead. @throws InvalidDaemonData */
  requireSame(slice: Slice, skip: number): void {
    for (let at = skip; at < blocksIn(slice); at++) {
      const height = heightIn(slice, at)
      const id = this.#ahead?.at(height)
      requireOfDaemon(!id || sameBytes(id, idIn(slice, at)), changed(height))
    }
  }

  /** Checks that the chain has all blocks that were read ahead. @throws InvalidDaemonData */
  requireAll(height: bigint): void {
    requireOfDaemon(!this.#ahead || height >= this.#ahead.height, changed(height))
  }

  /** Ends the transfer. */
  stop(): void {
    this.#isStopped = true
    this.#download?.cancel()
  }

  /** Reads the next answer. @returns Whether another one is to be read. */
  async #readAnswer(ahead: DownloadedChain, work: Difficulties): Promise<boolean> {
    const onDownload = (begun: BlockDownload) => {
      this.#download = begun
      if (this.#isStopped) begun.cancel()
    }
    const download = await downloadAfter({ ...this.#parts.source(), onDownload }, ahead)
    let top = 0n
    for (let at = 0; !this.isHeavier; at++) {
      const slice = await download.at(at)
      if (!slice) break
      // The first block is the last one of the answer before.
      const skip = at === 0 ? 1 : 0
      requireOfDaemon(slice.height === ahead.height - BigInt(skip), changed(slice.height))
      const sliceWork = await work.of(slice, skip)
      ahead.add(slice, sliceWork)
      this.add(sliceWork, skip)
      top = topOf(slice)
    }
    if (this.isHeavier) {
      download.cancel()
      return false
    }
    const { currentHeight } = await download.end
    const isEnd = top >= currentHeight || top <= download.height + 1n
    return !isEnd && this.#blocks <= longestReadAhead
  }
}

const changed = (height: bigint) =>
  `block ${height} is not the one that it sent a moment before; refresh again, or choose another daemon`
