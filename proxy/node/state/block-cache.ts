/**
 * Keeps written blocks for `/get_blocks.bin`: wallets that synchronise request the same ranges.
 *
 * A group of blocks is kept by the id of its last block. That id commits to all blocks below it and to their
 * transactions, so a group is used only while its last block is in the main chain: no reorganisation needs to empty the
 * cache.
 *
 * @module
 */
import type { BlockchainReads } from '../blockchain/types.ts'
import { writeBlocks, type WrittenBlocks } from '../calls/written-blocks.ts'
import type { Id } from '../types.ts'

/** Blocks of a group. A group starts at a multiple of it. */
export const groupSize = 50

/** Bytes of all kept groups. */
const mostBytes = 16 * 1024 * 1024

type Group = { lastId: Id; written: WrittenBlocks; bytes: number }

type Chain = Pick<BlockchainReads, 'height' | 'idAt' | 'wholeBlocks'>

export class BlockCache {
  readonly #mostBytes: number
  /** By height of the first block. The one that was not used for longest is first. */
  readonly #groups = new Map<number, Group>()
  #bytes = 0

  constructor(most = mostBytes) {
    this.#mostBytes = most
  }

  /** Bytes of all kept groups. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * Written blocks from a height on, up to the end of its group or to the top.
   *
   * @param height - Of an existing block.
   * @returns `skip`: number of blocks before `height` among them.
   */
  from(chain: Chain, height: number): { written: WrittenBlocks; skip: number } {
    const first = height - (height % groupSize)
    const end = first + groupSize
    // Blocks above the last whole group change with every block, so they are not kept.
    if (BigInt(end) > chain.height()) return { written: read(chain, height, end), skip: 0 }
    const lastId = chain.idAt(BigInt(end - 1))!
    const skip = height - first
    const known = this.#groups.get(first)
    if (known) this.#remove(first, known)
    if (known?.lastId === lastId) {
      this.#add(first, known)
      return { written: known.written, skip }
    }
    const written = read(chain, first, end)
    const bytes = written.items.bytes.length + written.indices.bytes.length
    this.#add(first, { lastId, written, bytes })
    return { written, skip }
  }

  #add(first: number, group: Group) {
    this.#groups.set(first, group)
    this.#bytes += group.bytes
    for (const [oldest, each] of this.#groups) {
      if (this.#bytes <= this.#mostBytes) return
      this.#remove(oldest, each)
    }
  }

  #remove(first: number, { bytes }: Group) {
    this.#groups.delete(first)
    this.#bytes -= bytes
  }
}

function read(chain: Chain, first: number, end: number): WrittenBlocks {
  const blocks = []
  for (const block of chain.wholeBlocks(BigInt(first), { prunable: false, batch: end - first })) {
    blocks.push(block)
    if (blocks.length === end - first) break
  }
  return writeBlocks(blocks)
}
