/**
 * Compares random blocks of the scan feed with whole blocks, which hash to their ids.
 *
 * The blocks are chosen before anything is scanned, so that requests for them say nothing about what was found. Of a feed
 * in which one row in twenty is false, 80 blocks show it with a probability of 98 %.
 *
 * @module
 * @see docs/scan-feed.md
 */
import { sameBytes } from '#protocol/bytes.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import type { Crypto, RandomBytes } from '#wasm/types.ts'
import { requireOfDaemon } from '../../base/daemon-errors.ts'
import type { Daemon } from '../../base/ports.ts'
import { randomIndex } from '../../base/random.ts'
import { blocksIn, heightIn, idIn, transactionIn, type Slice } from '../../scan/slice.ts'
import { wholeSlice, type AnsweredBlocks } from '../whole/whole-slice.ts'
import { requireSameRows } from './compare-rows.ts'

/** Blocks that are compared in one refresh, and the least blocks of the feed for each. */
const mostBlocks = 80
const blocksForEach = 64

/** Blocks in one request. */
const blocksPerRequest = 4

type WholeBlock = AnsweredBlocks[number]

export class FeedAudit {
  readonly #heights: ReadonlySet<bigint>

  /** Chooses blocks from `from` to below `to`. */
  constructor(random: RandomBytes, from: bigint, to: bigint) {
    const blocks = Number(to - from)
    const heights = new Set<bigint>()
    const wanted = Math.min(mostBlocks, Math.ceil(blocks / blocksForEach))
    while (heights.size < wanted) heights.add(from + BigInt(randomIndex(random, blocks)))
    this.#heights = heights
  }

  /**
   * Compares the chosen blocks among those of some slices.
   *
   * @throws InvalidDaemonData for a row that is not the one of its transaction; ConnectionError, DaemonError,
   *   AnswerError, ChainError.
   */
  async compare(daemon: Daemon, slices: readonly Slice[], crypto: Crypto): Promise<void> {
    const places = slices.flatMap((slice) =>
      Array.from({ length: blocksIn(slice) }, (_, at) => ({ slice, at })),
    )
    const chosen = places.filter(({ slice, at }) => this.#heights.has(heightIn(slice, at)))
    for (let from = 0; from < chosen.length; from += blocksPerRequest) {
      const part = chosen.slice(from, from + blocksPerRequest)
      const heights = part.map(({ slice, at }) => heightIn(slice, at))
      const { blocks } = await daemon.bin.get_blocks_by_height({ heights })
      requireOfDaemon(
        blocks.length === part.length,
        `expected ${part.length} whole blocks, got ${blocks.length}`,
      )
      for (const [i, { slice, at }] of part.entries()) requireSame(slice, at, blocks[i]!, crypto)
    }
  }
}

function requireSame(slice: Slice, at: number, block: WholeBlock, crypto: Crypto) {
  const height = heightIn(slice, at)
  const whole = wholeSlice([block], [height], crypto, () => idIn(slice, at))
  requireOfDaemon(whole !== undefined, `block ${height} is another one than in the scan feed`)
  const txids = Array.from(whole.namedIds, (named, i) => {
    const tx = transactionIn(whole, i)
    const id = transactionId(tx, undefined, (data) => crypto.keccak256(data))
    requireOfDaemon(
      named === 0 || sameBytes(id, whole.bytes.subarray(named, named + 32)),
      `transaction ${i} of block ${height} is not the one the block names`,
    )
    return id
  })
  requireSameRows({ slice, at }, { slice: whole, at: 0 }, 'complete', txids)
}
