/**
 * Decides whether a branch of the daemon replaces our blocks: it needs more work, not more blocks.
 *
 * @module
 * @see monero src/cryptonote_core/blockchain.cpp Blockchain::handle_alternative_block
 */
import { sameBytes } from '#protocol/bytes.ts'
import { InvalidDaemonData, requireOfDaemon } from '../base/daemon-errors.ts'
import type { BlockDownload } from '../download/block-download.ts'
import { BranchWork, type WorkRules } from '../download/branch-work.ts'
import {
  downloadAfter,
  DownloadedChain,
  type BlockSource,
  type KnownChain,
  type SliceWork,
} from '../download/download.ts'
import { heightIn, idIn, blocksIn, topOf, type Slice } from '../scan/slice.ts'

/** Blocks that are read ahead at most: twice as many as the deepest reorganisation replaces. */
const longestReadAhead = 20_480

/** The daemon's branch has no more work than our blocks. Nothing was changed. */
export class LighterBranch extends InvalidDaemonData {
  /** Every node keeps the first of two branches with the same work, until the next block decides. */
  readonly isEqual: boolean
  /** An honest node that has more blocks than we have also has more work. */
  readonly isLonger: boolean

  /** @param reported - Blocks that the daemon reports. */
  constructor({ first, work, ours, top }: Branch, reported: bigint) {
    super(
      `its branch from block ${first} on has work ${work}, and the blocks of the wallet have ${ours}: ` +
        'choose another daemon, or mark it as trusted if it is your own',
    )
    this.isEqual = work === ours
    this.isLonger = reported > top
  }
}

/** Blocks that would replace ours. On a private chain each counts as work 1. */
class Branch {
  /** Height of its first block. */
  readonly first: bigint
  /** Work of the blocks that it would replace. */
  readonly ours: bigint
  /** Height above them. */
  readonly top: bigint
  work = 0n
  blocks = 0

  /**
   * @param chain - Our blocks.
   * @param difficulty - Of the first block. Our blocks of unknown difficulty count as much.
   */
  constructor(chain: KnownChain, first: bigint, difficulty = 1n) {
    this.first = first
    let ours = 0n
    for (let at = first; at < chain.height; at++) ours += chain.workAt(at)?.difficulty ?? difficulty
    this.ours = ours
    this.top = chain.height
  }

  /** @param skip - Number of leading blocks that are before the branch, or counted already. */
  add({ difficulties }: SliceWork, skip: number): void {
    for (const difficulty of difficulties.slice(skip)) this.work += difficulty ?? 1n
    this.blocks += difficulties.length - skip
  }

  get isHeavier(): boolean {
    return this.work > this.ours
  }
}

/** Whether the blocks of an answer are applied; it is known only after the last of them arrived. */
export class Decision {
  readonly made: Promise<void>
  apply!: () => void
  refuse!: (reason: unknown) => void

  constructor() {
    this.made = new Promise((resolve, reject) => {
      this.apply = resolve
      this.refuse = reject
    })
    this.made.catch(() => undefined)
  }
}

type BranchesParts = {
  /** Our blocks, and those that are downloaded. */
  chain: KnownChain
  rules: WorkRules
  /** Whether branches are followed without more work. */
  isTrusted: boolean
  source: () => BlockSource
  until: <T>(work: Promise<T>) => Promise<T>
}

/** Follows the answers of one refresh, and decides which are applied. */
export class Branches {
  readonly #parts: BranchesParts
  readonly #work: BranchWork
  #branch: Branch | undefined
  /** Whether the blocks of the current answer are known so far. */
  #isKnown = true
  /** Blocks that were read to learn the work of a branch. They are requested again. */
  #readAhead: KnownChain | undefined
  #download: BlockDownload | undefined

  constructor(parts: BranchesParts) {
    this.#parts = parts
    this.#work = new BranchWork(parts.rules, parts.chain)
  }

  /** Begins an answer. */
  begin(): void {
    this.#branch = undefined
    this.#isKnown = true
  }

  /**
   * Reads the next slice of the answer, before it is added to the chain.
   *
   * @param skip - Number of leading blocks that are known.
   * @throws InvalidDaemonData
   */
  async read(slice: Slice, skip: number): Promise<SliceWork> {
    const work = await this.#work.measure(slice, skip)
    if (skip === blocksIn(slice)) return work
    if (this.#readAhead) requireReadAhead(this.#readAhead, slice, skip)
    if (this.#isKnown)
      this.#branch = this.#branchAt(slice.height + BigInt(skip), work.difficulties[skip])
    this.#isKnown = false
    this.#branch?.add(work, skip)
    return work
  }

  /**
   * Decides on an answer after its last slice was added to the chain.
   *
   * @param isMore - Whether there are more answers. @param reported - Blocks that the daemon reports.
   * @param applied - Resolves when the answers before are applied: at most two are held in memory.
   * @throws LighterBranch, InvalidDaemonData
   */
  async decide(isMore: boolean, reported: bigint, applied: Promise<void>): Promise<void> {
    const { chain, until } = this.#parts
    const branch = this.#branch
    if (branch && !branch.isHeavier) {
      if (isMore) {
        await until(applied)
        this.#readAhead = await this.#readOn(branch)
      }
      if (!branch.isHeavier) throw new LighterBranch(branch, reported)
    }
    if (this.#readAhead && !isMore)
      requireOfDaemon(chain.height >= this.#readAhead.height, changed(chain.height))
  }

  /** Ends the transfer. */
  stop(): void {
    this.#download?.cancel()
  }

  /** The branch that a new block begins, if it replaces blocks that no pin binds. */
  #branchAt(first: bigint, difficulty: bigint | undefined): Branch | undefined {
    const { chain, rules, isTrusted } = this.#parts
    const isReplacing = chain.first !== chain.height && first < chain.height
    if (!isReplacing || isTrusted || first < rules.pinnedHeight) return undefined
    return new Branch(chain, first, difficulty)
  }

  /** Reads the next answers until the branch has more work than our blocks. Keeps only their ids. */
  async #readOn(branch: Branch): Promise<KnownChain> {
    const { rules, until, source } = this.#parts
    const chain = new DownloadedChain(this.#parts.chain)
    const work = new BranchWork(rules, chain)
    const onDownload = (download: BlockDownload) => (this.#download = download)
    for (;;) {
      const download = await until(downloadAfter({ ...source(), onDownload }, chain))
      const top = await this.#readAnswer(branch, chain, work, download)
      if (branch.isHeavier) {
        download.cancel()
        return chain
      }
      const { currentHeight } = await until(download.end)
      const isEnd = top >= currentHeight || top <= download.height + 1n
      if (isEnd || branch.blocks > longestReadAhead) return chain
    }
  }

  /** @returns The height above the last block that was read. */
  async #readAnswer(
    branch: Branch,
    chain: DownloadedChain,
    work: BranchWork,
    download: BlockDownload,
  ): Promise<bigint> {
    const { until } = this.#parts
    let top = 0n
    for (let at = 0; !branch.isHeavier; at++) {
      const slice = await until(download.at(at))
      if (!slice) break
      // The first block is the last one of the answer before.
      const skip = at === 0 ? 1 : 0
      requireOfDaemon(slice.height === chain.height - BigInt(skip), changed(slice.height))
      const sliceWork = await until(work.measure(slice, skip))
      chain.add(slice, sliceWork)
      branch.add(sliceWork, skip)
      top = topOf(slice)
    }
    return top
  }
}

/** Checks that blocks are those that were read ahead. @throws InvalidDaemonData */
function requireReadAhead(read: KnownChain, slice: Slice, skip: number): void {
  for (let at = skip; at < blocksIn(slice); at++) {
    const height = heightIn(slice, at)
    const id = read.at(height)
    requireOfDaemon(!id || sameBytes(id, idIn(slice, at)), changed(height))
  }
}

const changed = (height: bigint) =>
  `block ${height} is not the one that it sent a moment before; refresh again, or choose another daemon`
