/**
 * Blocks of a daemon's answer, checked against each other: from positions in bytes to a slice to scan.
 *
 * @module
 */
import { sumOfAmounts } from '#protocol/bigint.ts'
import { sameBytes } from '#protocol/bytes.ts'
import { blockId, parseBlock, type ParsedBlock } from '#protocol/chain/block.ts'
import { isCoinbase } from '#protocol/chain/transaction.ts'
import type { BlockPiece } from '#protocol/daemon/block-piece.ts'
import { RpcError } from '#protocol/errors.ts'
import { max64 } from '#protocol/fields.ts'
import { newestVersion } from '#protocol/rules/forks.ts'
import type { Crypto } from '#wasm/types.ts'
import { concatBytes } from '@noble/hashes/utils.js'
import { requireOfDaemon } from '../base/daemon-errors.ts'
import { finish } from '../base/time-slice.ts'
import type { Slice } from './slice.ts'

/** The cryptography that reading a piece needs. */
export type Hashing = Pick<Crypto, 'keccak256' | 'keccak256Parts'>

/** The block before a piece, by the height above it. */
export type Previous = { top: bigint; id: Uint8Array }

/**
 * Transactions of version 1 arrived pruned. Their ids need the whole bytes, so the same blocks must be
 * requested whole.
 */
export class WholeTransactionsNeeded extends Error {
  override name = 'WholeTransactionsNeeded'
}

/**
 * Reads some blocks of an answer to `get_blocks.bin` and checks that they are a chain: each names the block
 * before it, and its height.
 *
 * @param piece - At least one block. The slice keeps its bytes.
 * @param previous - The block that the first one must follow; left out at the start of an answer.
 * @throws WholeTransactionsNeeded, InvalidDaemonData, ChainError; RpcError for rules that are newer than this wallet.
 */
export function readPiece(piece: BlockPiece, hashing: Hashing, previous?: Previous): Slice {
  return finish(readSteps(piece, hashing, previous))
}

/** As {@link readPiece}, a block at a time: thousands of transactions in one go would keep others waiting. */
export function* readSteps(
  piece: BlockPiece,
  hashing: Hashing,
  previous?: Previous,
): Generator<void, Slice> {
  requireProvable(piece)
  const blocks: ParsedBlock[] = []
  for (const [at, start] of piece.blocks.entries()) {
    blocks.push(parseBlock(piece.bytes.subarray(start, piece.blockEnds[at])))
    yield
  }
  const height = previous?.top ?? heightOf(blocks[0]!)
  const ids = yield* chainedIds(blocks, height, hashing, previous?.id)
  blocks.forEach(({ txHashes }, at) => requireTransactions(piece, at, height, txHashes.length))
  return sliceOf(piece, height, blocks, ids)
}

function requireProvable({ bytes, pruned, firstTransaction, transactions }: BlockPiece) {
  for (const [block, isPruned] of pruned.entries()) {
    if (!isPruned) continue
    const end = firstTransaction[block + 1]!
    for (let at = firstTransaction[block]!; at < end; at++)
      if (bytes[transactions[at]!] === 1) throw new WholeTransactionsNeeded()
  }
}

/** The height that the miner transaction names. */
function heightOf({ minerTx }: ParsedBlock): bigint {
  const [input] = minerTx.inputs
  requireOfDaemon(
    isCoinbase(minerTx) && input?.kind === 'gen',
    'the miner transaction of a block is not one',
  )
  return input.height
}

/** Ids of blocks that follow each other. @param first - Height of the first. @param before - Id of the block before. */
function* chainedIds(
  blocks: readonly ParsedBlock[],
  first: bigint,
  { keccak256, keccak256Parts }: Hashing,
  before: Uint8Array | undefined,
): Generator<void, Uint8Array[]> {
  const ids: Uint8Array[] = []
  for (const [at, block] of blocks.entries()) {
    const height = first + BigInt(at)
    requireKnownRules(block.majorVersion, height)
    const id = blockId(block, keccak256, keccak256Parts)
    requireOfDaemon(
      !before || sameBytes(before, block.prevId),
      `block ${height} does not follow block ${height - 1n}`,
    )
    requireOfDaemon(
      heightOf(block) === height,
      `the miner transaction of block ${height} is of another height`,
    )
    ids.push(id)
    before = id
    yield
  }
  return ids
}

export function requireKnownRules(version: number, height: bigint) {
  if (version <= newestVersion) return
  throw new RpcError(
    'UNKNOWN_ERROR',
    `Unexpected hard fork version v${version} at height ${height}. ` +
      `This wallet supports versions up to v${newestVersion}. Check for an update.`,
  )
}

/** What a block pays to its miner. */
function minedIn({ minerTx }: ParsedBlock): bigint {
  const mined = sumOfAmounts(minerTx.outputs)
  requireOfDaemon(mined <= max64, `a block pays its miner ${mined} piconero`)
  return mined
}

function requireTransactions(
  { firstTransaction }: BlockPiece,
  at: number,
  first: bigint,
  named: number,
) {
  const received = firstTransaction[at + 1]! - firstTransaction[at]!
  requireOfDaemon(
    received === named,
    `block ${first + BigInt(at)}: expected ${named} transactions, got ${received}`,
  )
}

// The first byte of a piece is never part of a hash, so position 0 can mean that there is no hash.
function sliceOf(
  piece: BlockPiece,
  height: bigint,
  blocks: readonly ParsedBlock[],
  ids: readonly Uint8Array[],
): Slice {
  const { bytes } = piece
  const count = piece.transactions.length + blocks.length
  const slice: Slice = {
    height,
    ids: concatBytes(...ids),
    bytes,
    blocks: Uint32Array.from(piece.blocks),
    versions: Uint8Array.from(blocks, ({ majorVersion }) => majorVersion),
    times: Float64Array.from(blocks, ({ timestamp }) => Number(timestamp)),
    mined: BigUint64Array.from(blocks, minedIn),
    firstTransaction: new Uint32Array(blocks.length + 1),
    transactions: new Uint32Array(count),
    transactionEnds: new Uint32Array(count),
    namedIds: new Uint32Array(count),
    prunableHashes: new Uint32Array(count),
  }
  const positionOf = (part: Uint8Array) => part.byteOffset - bytes.byteOffset
  let row = 0
  for (const [at, { minerTx, txHashes }] of blocks.entries()) {
    slice.firstTransaction[at] = row
    const minerTxAt = positionOf(minerTx.blob)
    slice.transactions[row] = minerTxAt
    slice.transactionEnds[row] = minerTxAt + minerTx.blob.length
    row++
    let namedId = txHashes[0] ? positionOf(txHashes[0]) : 0
    const end = piece.firstTransaction[at + 1]!
    for (let tx = piece.firstTransaction[at]!; tx < end; tx++, row++, namedId += 32) {
      slice.transactions[row] = piece.transactions[tx]!
      slice.transactionEnds[row] = piece.transactionEnds[tx]!
      slice.namedIds[row] = namedId
      slice.prunableHashes[row] = Math.max(piece.prunableHashes[tx]!, 0)
    }
  }
  slice.firstTransaction[blocks.length] = row
  return slice
}
