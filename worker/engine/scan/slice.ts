/**
 * Blocks that are scanned and applied together, as bytes and positions.
 *
 * A slice holds only buffers, so it moves to another thread by transferring them.
 *
 * @module
 */
import { parseTransaction, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import type { RowColumns } from './row-columns.ts'

/** Blocks in a row, checked to be a chain. Their transactions are not checked yet. */
export type Slice = {
  /** Of the first block. */
  height: bigint
  /** Ids of the blocks, 32 bytes each. */
  ids: Uint8Array
  /** The bytes from the daemon: blocks, or rows of the scan feed. */
  bytes: Uint8Array<ArrayBuffer>
  /** Set for rows of the scan feed: where their parts are. They do not hash to their ids. */
  rows?: RowColumns
  /** Set for rows: whether this release or a second server has the same chunk. */
  isPinned?: boolean
  /** Set for blocks without their transactions: see `bare-slice.ts`. */
  bare?: BareBlocks
  /** Position of each block in `bytes`. */
  blocks: Uint32Array
  /** Version of the rules that each block follows. */
  versions: Uint8Array
  /** Timestamp of each block, Unix seconds. */
  times: Float64Array
  /** What each block pays to its miner, in piconero. */
  mined: BigUint64Array
  /** First transaction of each block, its miner's; at the end the number of all. */
  firstTransaction: Uint32Array
  /** Position and end of each transaction. */
  transactions: Uint32Array
  transactionEnds: Uint32Array
  /** Position of the id by which the block names it; 0 for a miner transaction. */
  namedIds: Uint32Array
  /** Position of the hash of the pruned data; 0 for a whole transaction. */
  prunableHashes: Uint32Array
}

/** What is known of blocks of a scan chunk besides ids, times and versions. */
type BareBlocks = {
  /** Id of the block before the first, 32 bytes. */
  before: Uint8Array
  /** Transactions that were scanned. */
  transactions: number
  /** RingCT outputs of the chain below, and of each block. */
  below: number
  counts: Uint32Array
}

export const blocksIn = ({ blocks }: Slice): number => blocks.length

export const transactionsIn = ({ transactions }: Slice): number => transactions.length

/** Id of the block at `position`. */
export const idIn = ({ ids }: Slice, position: number): Uint8Array =>
  ids.subarray(32 * position, 32 * position + 32)

/** Height of the block at `position`. */
export const heightIn = ({ height }: Slice, position: number): bigint => height + BigInt(position)

/** Height above the last block. */
export const topOf = (slice: Slice): bigint => slice.height + BigInt(blocksIn(slice))

/** Version of a transaction: 1 or 2. */
export const versionIn = ({ bytes, transactions, rows }: Slice, at: number): number =>
  rows ? rows.versions[at]! : bytes[transactions[at]!]!

/** A transaction of a block as an object. @throws ChainError */
export function transactionIn(slice: Slice, at: number): ParsedTransaction {
  const { bytes, transactions, transactionEnds, prunableHashes } = slice
  const blob = bytes.subarray(transactions[at], transactionEnds[at])
  return parseTransaction(blob, { pruned: prunableHashes[at] !== 0 })
}

/** Position of the block that a transaction is in. */
export function blockOf({ firstTransaction }: Slice, at: number): number {
  let [low, high] = [0, firstTransaction.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (firstTransaction[middle]! <= at) low = middle
    else high = middle
  }
  return low
}
