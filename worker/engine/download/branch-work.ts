/**
 * Difficulty of the blocks of an answer, as it follows from the timestamps before them.
 *
 * A chunk of its own: loaded with the first block above the pins.
 *
 * @module
 * @see monero src/cryptonote_core/blockchain.cpp Blockchain::get_difficulty_for_next_block
 */
import { max } from '#protocol/bigint.ts'
import { max64 } from '#protocol/fields.ts'
import { DifficultyWindow, type BlockWork } from '#protocol/rules/difficulty.ts'
import { versionAt, type Network } from '#protocol/rules/forks.ts'
import { blockTarget } from '#protocol/rules/limits.ts'
import { requireOfDaemon } from '../base/daemon-errors.ts'
import type { Daemon } from '../base/ports.ts'
import { anchorOf } from '../ledger/block-ids.ts'
import { previousIdIn } from '../scan/block-header.ts'
import { blocksIn, heightIn, idIn, topOf, type Slice } from '../scan/slice.ts'
import type { AnchorRecord } from '../store/records.ts'
import { windowFromHeaders, windowStart } from './anchor-headers.ts'
import type { KnownChain, SliceWork } from './download.ts'

export type WorkRules = {
  daemon: Daemon
  /** The network whose rules apply: `fakechain` for a private chain. */
  network: Network
  /** Blocks below are bound by pins. */
  pinnedHeight: bigint
  /** The least plausible difficulty above. */
  least: bigint
}

/** Follows the answers of one refresh. */
export class BranchWork {
  readonly #rules: WorkRules
  readonly #chain: KnownChain
  /** Blocks of the answers, up to the current one, as long as they may be needed. */
  #read: { id: Uint8Array; time: number }[] = []
  /** Height of the first of them, and the id of the block before. */
  #start = 0n
  #previousId: Uint8Array | undefined
  #window: DifficultyWindow | undefined
  /** Height above the last block of the window. */
  #top = 0n

  /** @param chain - The chain that the answers continue. */
  constructor(rules: WorkRules, chain: KnownChain) {
    this.#rules = rules
    this.#chain = chain
  }

  /**
   * Computes the difficulties of the next slice.
   *
   * @param skip - Number of leading blocks that are known.
   * @throws InvalidDaemonData
   */
  async measure(slice: Slice, skip: number): Promise<SliceWork> {
    const { pinnedHeight } = this.#rules
    const difficulties: (bigint | undefined)[] = Array.from({ length: blocksIn(slice) })
    const lastId = idIn(slice, blocksIn(slice) - 1).slice()
    this.#add(slice)
    for (let at = 0; at < skip; at++)
      difficulties[at] = this.#chain.workAt(heightIn(slice, at))?.difficulty
    const known = slice.height + BigInt(skip)
    const first = max(known, max(pinnedHeight, 1n))
    const top = topOf(slice)
    if (first >= top) return { difficulties, anchor: undefined }
    if (this.#top !== first)
      this.#window = first === known ? windowBefore(this.#chain, first) : undefined
    const anchor = this.#window ? undefined : await this.#anchorBefore(first)
    const window = this.#window!
    for (let at = Number(first - slice.height); at < blocksIn(slice); at++) {
      const difficulty = this.#next(window, heightIn(slice, at))
      difficulties[at] = difficulty
      window.push({ time: slice.times[at]!, difficulty })
    }
    this.#top = top
    this.#restart(top, lastId)
    return { difficulties, anchor }
  }

  #restart(start: bigint, previousId: Uint8Array) {
    this.#read = []
    this.#start = start
    this.#previousId = previousId
  }

  // An answer begins with the last block of the one before.
  #add(slice: Slice) {
    const after = Number(slice.height - this.#start)
    if (!this.#previousId || after < 0 || after > this.#read.length) {
      this.#restart(slice.height, previousIdIn(slice).slice())
    } else this.#read.length = after
    const ids = { ids: slice.ids.slice() } as Slice
    slice.times.forEach((time, at) => this.#read.push({ id: idIn(ids, at), time }))
  }

  // The height depends on where the answers begin, not on which of their blocks are known.
  async #anchorBefore(first: bigint): Promise<AnchorRecord> {
    const { daemon, pinnedHeight } = this.#rules
    const height = max(this.#start, max(pinnedHeight, 1n))
    const from = Number(height - this.#start)
    const previousId = from === 0 ? this.#previousId! : this.#read[from - 1]!.id
    const window = await windowFromHeaders(daemon, this.#rules, height, previousId)
    for (const [at, { time }] of this.#read.slice(from, Number(first - this.#start)).entries())
      window.push({ time, difficulty: this.#next(window, height + BigInt(at)) })
    this.#window = window
    return anchorOf(first, window.blocks)
  }

  #next(window: DifficultyWindow, height: bigint): bigint {
    const difficulty = window.next(blockTarget(versionAt(this.#rules.network, height)))
    requireOfDaemon(
      difficulty > 0n && difficulty <= max64,
      `the timestamps before block ${height} lead to difficulty ${difficulty}`,
    )
    return difficulty
  }
}

/** The blocks before a height; undefined where some are not known. */
function windowBefore(chain: KnownChain, height: bigint): DifficultyWindow | undefined {
  const blocks: BlockWork[] = []
  for (let at = windowStart(height); at < height; at++) {
    const block = chain.workAt(at)
    if (!block) return undefined
    blocks.push(block)
  }
  return new DifficultyWindow(blocks)
}
