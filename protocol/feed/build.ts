/**
 * Blocks of the scan feed from blocks of the chain, and their ids again from the feed.
 *
 * @module
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { idFromHeader, oddHeight, oddId, type Block } from '../chain/block.ts'
import { oneByOne, transactionId, type Keccak, type KeccakParts } from '../chain/hashes.ts'
import { ChainError } from '../chain/reader.ts'
import type { ParsedTransaction } from '../chain/transaction.ts'
import type { ChunkStart, FeedBlock, FeedChunk } from './chunk.ts'
import { rowOf, type FeedRow } from './row.ts'

/** A block as `get_blocks.bin` gives it. */
export type WholeBlock = {
  block: Block
  /** Whole or pruned, in the order of the block. The caller has checked that they hash to the ids there. */
  transactions: readonly ParsedTransaction[]
  /** Global indices of outputs, of the miner transaction and then of each other one. */
  indices: readonly (readonly bigint[])[]
}

/**
 * The complete rows of a block.
 *
 * @param firstOutput - Number of RingCT outputs before the block.
 * @throws ChainError For indices that do not continue from there, or another number of transactions.
 */
export function feedBlockOf(
  { block, transactions, indices }: WholeBlock,
  firstOutput: bigint,
  keccak: Keccak = keccak_256,
): FeedBlock {
  const { majorVersion, minorVersion, timestamp, nonce, minerTx, txHashes } = block
  const all: readonly ParsedTransaction[] = [minerTx, ...transactions]
  const ids = [transactionId(minerTx, undefined, keccak), ...txHashes]
  if (all.length !== ids.length || indices.length !== ids.length)
    throw new ChainError(
      'transactions',
      `expected ${ids.length}, got ${all.length} with indices of ${indices.length}`,
    )
  let next = firstOutput
  for (const [at, { version }] of all.entries())
    if (version === 2)
      for (const index of indices[at]!)
        if (index !== next++)
          throw new ChainError('output index', `expected ${next - 1n}, got ${index}`)
  const rows = all.map((tx, at) => rowOf(tx, ids[at]!, indices[at]!))
  return { majorVersion, minorVersion, timestamp, nonce, rows }
}

/** The number of RingCT outputs in rows. */
export const ringCtOutputs = (rows: readonly FeedRow[]): bigint =>
  BigInt(rows.reduce((sum, row) => sum + (row.version === 2 ? row.outputs.length : 0), 0))

/** Where the next chunk begins. @param ids - Ids of the blocks of this one. */
export const startAfter = (
  { firstHeight, firstOutput, blocks }: FeedChunk,
  ids: readonly Uint8Array[],
): ChunkStart => ({
  firstHeight: firstHeight + BigInt(blocks.length),
  previousId: ids.at(-1)!,
  firstOutput: firstOutput + ringCtOutputs(blocks.flatMap(({ rows }) => rows)),
})

/**
 * Ids of the blocks of a complete chunk, 32 bytes each: a block's id binds the ids of its transactions and of the block
 * before. Only mainnet's block 202612 has a fixed one.
 */
export function chunkIds(
  { network, firstHeight, previousId, blocks }: FeedChunk,
  keccak: Keccak = keccak_256,
  keccakParts: KeccakParts = oneByOne(keccak),
): Uint8Array[] {
  const ids: Uint8Array[] = []
  for (const [at, { nonce, rows, ...header }] of blocks.entries()) {
    const prevId = ids.at(-1) ?? previousId
    const isOdd = network === 'mainnet' && firstHeight + BigInt(at) === oddHeight
    const transactions = rows.map(({ details }) => details!.id)
    ids.push(
      isOdd
        ? hexToBytes(oddId)
        : idFromHeader({ ...header, prevId, nonce: nonce! }, transactions, keccak, keccakParts),
    )
  }
  return ids
}
