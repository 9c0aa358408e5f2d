/**
 * Answers of `/get_blocks.bin`: how many blocks they have, and blocks as items of their lists.
 *
 * @module
 */
import type { WholeBlock } from '../blockchain/types.ts'

/** monero COMMAND_RPC_GET_BLOCKS_FAST_MAX_BLOCK_COUNT, _MAX_TX_COUNT, FIND_BLOCKCHAIN_SUPPLEMENT_MAX_SIZE */
export const most = { blocks: 1000, transactions: 20_000, bytes: 100 * 1024 * 1024 }

/** Number of blocks that are returned regardless of their size. */
const fewestBlocks = 3

export type BlockLimits = { count: number; bytes: number }

/** Counts the blocks of an answer up to the first limit that is reached. */
export class BlockTally {
  readonly #limits: BlockLimits
  #blocks = 0
  #transactions = 0
  #bytes = 0

  constructor(limits: BlockLimits) {
    this.#limits = limits
  }

  /**
   * Adds a block to the answer.
   *
   * @param size - Bytes of the block and its transactions.
   * @returns Whether it is the last one.
   */
  add(transactions: number, size: number): boolean {
    this.#blocks++
    this.#transactions += transactions
    this.#bytes += size
    if (this.#blocks >= this.#limits.count) return true
    const isMuch = this.#transactions >= most.transactions || this.#bytes >= this.#limits.bytes
    return isMuch && this.#blocks >= fewestBlocks
  }
}

/** Bytes of a block and its transactions, as far as they were read. */
export function sizeOf({ blob, transactions }: WholeBlock): number {
  let size = blob.length
  for (const { pruned, prunable } of transactions) size += pruned.length + (prunable?.length ?? 0)
  return size
}

const nullHash = new Uint8Array(32)

/** Of the list `blocks`. The reference writes zeros instead of the prunable hash. */
export const prunedBlock = ({ blob, transactions }: WholeBlock) => ({
  pruned: true,
  block: blob,
  txs: transactions.map(({ pruned }) => ({ blob: pruned, prunable_hash: nullHash })),
})

/** Of the list `output_indices`. */
export function indicesOf({ minerOutputIndices, transactions }: WholeBlock, noMinerTx: boolean) {
  const miner = { indices: noMinerTx ? [] : minerOutputIndices }
  const others = transactions.map(({ outputIndices }) => ({ indices: outputIndices }))
  return { indices: [miner, ...others] }
}
