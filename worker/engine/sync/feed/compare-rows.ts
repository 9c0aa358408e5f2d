/**
 * Compares rows of the scan feed with the transactions of blocks that hash to their ids.
 *
 * @module
 */
import { sameBytes } from '#protocol/bytes.ts'
import { Writer } from '#protocol/chain/writer.ts'
import { writeRow } from '#protocol/feed/row-format.ts'
import { rowOf, scanRowOf, type FeedKind, type FeedRow } from '#protocol/feed/row.ts'
import { requireOfDaemon } from '../../base/daemon-errors.ts'
import { rowIn } from '../../scan/row-transaction.ts'
import { heightIn, idIn, transactionIn, type Slice } from '../../scan/slice.ts'

/** A block by its position in a slice. */
export type BlockAt = { slice: Slice; at: number }

/**
 * Requires that the rows of a block are those of its transactions.
 *
 * @param rows - Of the feed. @param block - The same block, with its transactions.
 * @param txids - Ids of its transactions, 32 bytes each; scan rows have none.
 * @throws InvalidDaemonData that names the block and the transaction; ChainError.
 */
export function requireSameRows(
  rows: BlockAt,
  block: BlockAt,
  kind: FeedKind,
  txids?: readonly Uint8Array[],
): void {
  const height = heightIn(rows.slice, rows.at)
  requireOfDaemon(
    sameBytes(idIn(rows.slice, rows.at), idIn(block.slice, block.at)) &&
      rows.slice.times[rows.at] === block.slice.times[block.at] &&
      rows.slice.versions[rows.at] === block.slice.versions[block.at],
    `block ${height} is another one than in the scan feed`,
  )
  const [first, end] = transactionsOf(rows)
  const [from, to] = transactionsOf(block)
  requireOfDaemon(
    end - first === to - from,
    `block ${height} has ${to - from} transactions, and ${end - first} in the scan feed`,
  )
  for (let i = 0; i < to - from; i++) {
    const tx = transactionIn(block.slice, from + i)
    const row = rowIn(rows.slice, first + i, kind)
    const whole = rowOf(tx, txids?.[i] ?? noId, indicesIn(row))
    requireOfDaemon(
      sameBytes(bytesOf(kind === 'scan' ? scanRowOf(whole) : whole, kind), bytesOf(row, kind)),
      `transaction ${i} of block ${height} is another one in the scan feed`,
    )
  }
}

const noId = new Uint8Array(32)

const transactionsOf = ({ slice: { firstTransaction }, at }: BlockAt) =>
  [firstTransaction[at]!, firstTransaction[at + 1]!] as const

/** Output indices, which whole blocks come without. They do not count from block to block in version 1. */
const indicesIn = ({ outputs }: FeedRow): bigint[] =>
  outputs.map(({ money }) => (money && 'amount' in money ? (money.index ?? 0n) : 0n))

function bytesOf(row: FeedRow, kind: FeedKind): Uint8Array {
  const writer = new Writer()
  writeRow(writer, row, { kind, unlockTime: 0n })
  return writer.bytes()
}
