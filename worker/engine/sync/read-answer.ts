/**
 * A daemon's blocks, checked against each other: from an answer's bytes to slices of work.
 *
 * @module
 */
import { blockId, parseBlock, type ParsedBlock } from '#protocol/chain/block.ts'
import { isCoinbase } from '#protocol/chain/transaction.ts'
import { get_blocks } from '#protocol/daemon/bin/blocks.ts'
import { indexBlocks, type BlocksIndex } from '#protocol/daemon/blocks-index.ts'
import { RpcError } from '#protocol/errors.ts'
import { newestVersion } from '#protocol/rules/forks.ts'
import { readable, refuse } from '#protocol/daemon/problems.ts'
import type { Crypto } from '#wasm/types.ts'
import { sameBytes } from './block-ids.ts'
import { slicesOf, type ChainedBlock } from './cut.ts'
import { expectOfDaemon } from './daemon-problem.ts'
import type { Slice } from './slice.ts'

/** What an answer holds. */
export type Read = {
  /** Blocks in a row, the first at `startHeight`. None where nothing is new. */
  slices: Slice[]
  startHeight: bigint
  /** Blocks of the daemon: top block plus one. */
  daemonHeight: bigint
}

/** What reading an answer takes of cryptography. */
export type Hashing = Pick<Crypto, 'keccak256' | 'keccak256Parts'>

/** Blocks one answer may hold: ten times what monerod gives. */
const maxBlocks = 10_000

/**
 * Reads an answer to `get_blocks.bin` and checks that its blocks are a chain: each names the one
 * before, and its height. Whether they belong to our chain is the caller's to check.
 *
 * @returns `whole` for transactions that came pruned and that only their whole bytes can prove:
 *   those of version 1.
 * @throws LyingDaemon, ChainError, AnswerError, DaemonError; RpcError for rules that are newer than
 *   this wallet.
 */
export function readAnswer(bytes: Uint8Array, hashing: Hashing): Read | 'whole' {
  const index = readable('get_blocks', () => indexBlocks(bytes))
  refuse('get_blocks', get_blocks, index)
  if (needsWholeTransactions(index)) return 'whole'
  const { startHeight, currentHeight: daemonHeight } = index
  const blocks = readChain(index, hashing)
  blocks.forEach(({ block }, position) => requireTransactions(index, position, block))
  return { slices: [...slicesOf(index, blocks)], startHeight, daemonHeight }
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

function readChain(index: BlocksIndex, hashing: Hashing): ChainedBlock[] {
  const { bytes, blocks, blockEnds, startHeight, firstTold } = index
  expectOfDaemon(blocks.length <= maxBlocks, `it holds ${blocks.length} blocks`)
  expectOfDaemon(
    firstTold.length - 1 === blocks.length,
    `${blocks.length} blocks with output indices of ${firstTold.length - 1}`,
  )
  let before: Uint8Array | undefined
  return blocks.map((at, position) => {
    const height = startHeight + BigInt(position)
    const block = parseBlock(bytes.subarray(at, blockEnds[position]))
    requireKnownRules(block.majorVersion, height)
    const id = blockId(block, hashing.keccak256, hashing.keccak256Parts)
    expectOfDaemon(
      !before || sameBytes(before, block.prevId),
      `block ${height} does not follow block ${height - 1n}`,
    )
    before = id
    requireHeight(block, height)
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

function requireHeight({ minerTx }: ParsedBlock, height: bigint) {
  const [input] = minerTx.inputs
  expectOfDaemon(
    isCoinbase(minerTx) && input?.kind === 'gen' && input.height === height,
    `the miner transaction of block ${height} is of another height`,
  )
}

function requireTransactions(
  { startHeight, firstTransaction, firstTold }: BlocksIndex,
  position: number,
  { txHashes }: ParsedBlock,
) {
  const height = startHeight + BigInt(position)
  const came = firstTransaction[position + 1]! - firstTransaction[position]!
  const told = firstTold[position + 1]! - firstTold[position]!
  expectOfDaemon(
    came === txHashes.length,
    `block ${height} has ${txHashes.length} transactions, ${came} came`,
  )
  expectOfDaemon(
    told === came + 1,
    `block ${height} has ${came + 1} transactions, output indices of ${told} came`,
  )
}
