/**
 * A piece of a daemon's answer, its blocks checked against each other: from bytes to a slice of work.
 *
 * @module
 */
import { sameBytes } from '#protocol/bytes.ts'
import { blockId, parseBlock, type ParsedBlock } from '#protocol/chain/block.ts'
import { isCoinbase } from '#protocol/chain/transaction.ts'
import { indexPiece, type BlocksIndex } from '#protocol/daemon/blocks-index.ts'
import { parseAnswer } from '#protocol/daemon/errors.ts'
import { RpcError } from '#protocol/errors.ts'
import { newestVersion } from '#protocol/rules/forks.ts'
import type { Crypto } from '#wasm/types.ts'
import { concatBytes } from '@noble/hashes/utils.js'
import { requireOfDaemon } from '../base/daemon-errors.ts'
import type { Slice } from './slice.ts'

/** What reading a piece takes of cryptography. */
export type Hashing = Pick<Crypto, 'keccak256' | 'keccak256Parts'>

type ChainedBlock = { id: Uint8Array; block: ParsedBlock }

/**
 * Reads blocks of an answer to `get_blocks.bin` and checks that they are a chain: each names the one
 * before, and its height. Whether they belong to what came before them is the caller's to check.
 *
 * @param bytes - A storage of blocks, at least one. The slice keeps them.
 * @returns `whole` for transactions that came pruned and that only their whole bytes can prove:
 *   those of version 1.
 * @throws InvalidDaemonData, ChainError, AnswerError; RpcError for rules that are newer than this wallet.
 */
export function readPiece(bytes: Uint8Array<ArrayBuffer>, hashing: Hashing): Slice | 'whole' {
  const index = parseAnswer('get_blocks', () => indexPiece(bytes))
  if (needsWholeTransactions(index)) return 'whole'
  const height = heightOf(parsedBlock(index, 0))
  const chained = readChain(index, height, hashing)
  chained.forEach(({ block }, position) => requireTransactions(index, position, height, block))
  return sliceOf(bytes, index, height, chained)
}

function needsWholeTransactions({ bytes, pruned, firstTransaction, transactions }: BlocksIndex) {
  return pruned.some(
    (isPruned, block) =>
      isPruned &&
      transactions
        .slice(firstTransaction[block], firstTransaction[block + 1])
        .some((at) => bytes[at] === 1),
  )
}

const parsedBlock = ({ bytes, blocks, blockEnds }: BlocksIndex, position: number): ParsedBlock =>
  parseBlock(bytes.subarray(blocks[position], blockEnds[position]))

/** As its miner's transaction says. */
function heightOf({ minerTx }: ParsedBlock): bigint {
  const [input] = minerTx.inputs
  requireOfDaemon(
    isCoinbase(minerTx) && input?.kind === 'gen',
    'the miner transaction of a block is not one',
  )
  return input.height
}

function readChain(index: BlocksIndex, first: bigint, hashing: Hashing): ChainedBlock[] {
  let before: Uint8Array | undefined
  return index.blocks.map((_, position) => {
    const height = first + BigInt(position)
    const block = parsedBlock(index, position)
    requireKnownRules(block.majorVersion, height)
    const id = blockId(block, hashing.keccak256, hashing.keccak256Parts)
    requireOfDaemon(
      !before || sameBytes(before, block.prevId),
      `block ${height} does not follow block ${height - 1n}`,
    )
    before = id
    requireOfDaemon(
      heightOf(block) === height,
      `the miner transaction of block ${height} is of another height`,
    )
    return { id, block }
  })
}

function requireKnownRules(version: number, height: bigint) {
  if (version <= newestVersion) return
  throw new RpcError(
    'UNKNOWN_ERROR',
    `Unexpected hard fork version v${version} at height ${height}. ` +
      `This wallet knows versions up to v${newestVersion}: make sure it is up to date`,
  )
}

function requireTransactions(
  { firstTransaction }: BlocksIndex,
  position: number,
  first: bigint,
  { txHashes }: ParsedBlock,
) {
  const came = firstTransaction[position + 1]! - firstTransaction[position]!
  requireOfDaemon(
    came === txHashes.length,
    `block ${first + BigInt(position)} has ${txHashes.length} transactions, ${came} came`,
  )
}

// A storage's first bytes are no hash: 0 can stand for none.
function sliceOf(
  bytes: Uint8Array<ArrayBuffer>,
  index: BlocksIndex,
  height: bigint,
  chained: readonly ChainedBlock[],
): Slice {
  const count = index.transactions.length + chained.length
  const slice: Slice = {
    height,
    ids: concatBytes(...chained.map(({ id }) => id)),
    bytes,
    blocks: Uint32Array.from(index.blocks),
    firstTransaction: new Uint32Array(chained.length + 1),
    transactions: new Uint32Array(count),
    transactionEnds: new Uint32Array(count),
    namedIds: new Uint32Array(count),
    prunableHashes: new Uint32Array(count),
  }
  const placeOf = (part: Uint8Array) => part.byteOffset - bytes.byteOffset
  let row = 0
  for (const [position, { block }] of chained.entries()) {
    slice.firstTransaction[position] = row
    const { blob } = block.minerTx
    slice.transactions[row] = placeOf(blob)
    slice.transactionEnds[row] = placeOf(blob) + blob.length
    row++
    let namedId = block.txHashes[0] ? placeOf(block.txHashes[0]) : 0
    const end = index.firstTransaction[position + 1]!
    for (let at = index.firstTransaction[position]!; at < end; at++, row++, namedId += 32) {
      slice.transactions[row] = index.transactions[at]!
      slice.transactionEnds[row] = index.transactionEnds[at]!
      slice.namedIds[row] = namedId
      slice.prunableHashes[row] = Math.max(index.prunableHashes[at]!, 0)
    }
  }
  slice.firstTransaction[chained.length] = row
  return slice
}
