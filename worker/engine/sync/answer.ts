/**
 * A daemon's blocks, checked against each other and against what the wallet knows.
 *
 * @module
 */
import { blockId, parseBlock, type ParsedBlock } from '#protocol/chain/block.ts'
import { transactionId, type Keccak } from '#protocol/chain/hashes.ts'
import {
  isCoinbase,
  parseTransaction,
  type ParsedTransaction,
} from '#protocol/chain/transaction.ts'
import { RpcError } from '#protocol/errors.ts'
import { newestVersion } from '#protocol/rules/forks.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import { sameBytes } from './block-ids.ts'
import { expectOfDaemon } from './daemon-problem.ts'

/** What `get_blocks.bin` gives, as far as it is used. */
export type BlocksAnswer = {
  blocks: readonly {
    pruned: boolean
    block: Uint8Array
    txs: readonly { blob: Uint8Array; prunable_hash: Uint8Array | undefined }[]
  }[]
  output_indices: readonly { indices: readonly { indices: readonly bigint[] }[] }[]
  start_height: bigint
  current_height: bigint
}

/** A block whose place in the chain was checked, its transactions not yet. */
export type ChainedBlock = {
  height: bigint
  id: Uint8Array
  block: ParsedBlock
  /** Pruned or whole, in the order of the block. */
  txs: BlocksAnswer['blocks'][number]['txs']
  /** By transaction, the miner's first, then by output. */
  outputIndices: readonly { indices: readonly bigint[] }[]
}

/** A transaction that its block names. */
export type CheckedTransaction = {
  txid: string
  tx: ParsedTransaction
  coinbase: boolean
  globalIndices: readonly bigint[]
}

/** Blocks one answer may hold: ten times what monerod gives. */
const maxBlocks = 10_000

/**
 * Reads the blocks of an answer and checks that they are a chain: each names the one before, and
 * its height. Whether they belong to our chain is the caller's to check.
 *
 * @throws LyingDaemon, ChainError; RpcError for rules that are newer than this wallet.
 */
export function readChain(answer: BlocksAnswer, keccak: Keccak): ChainedBlock[] {
  const { blocks, output_indices, start_height } = answer
  expectOfDaemon(blocks.length <= maxBlocks, `it holds ${blocks.length} blocks`)
  expectOfDaemon(
    output_indices.length === blocks.length,
    `${blocks.length} blocks with output indices of ${output_indices.length}`,
  )
  let before: Uint8Array | undefined
  return blocks.map((given, position) => {
    const height = start_height + BigInt(position)
    const block = parseBlock(given.block)
    requireKnownRules(block.majorVersion, height)
    const id = blockId(block, keccak)
    expectOfDaemon(
      !before || sameBytes(before, block.prevId),
      `block ${height} does not follow block ${height - 1n}`,
    )
    before = id
    requireHeight(block, height)
    const outputIndices = output_indices[position]!.indices
    return { height, id, block, txs: given.txs, outputIndices }
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

/** Whether transactions came pruned that only their whole bytes can prove: those of version 1. */
export const needsWholeTransactions = (answer: BlocksAnswer): boolean =>
  answer.blocks.some(({ pruned, txs }) => pruned && txs.some(({ blob }) => blob[0] === 1))

/**
 * The transactions of a block, the miner's first.
 *
 * Each hashes to the id its block names, as far as that can be told: monerod gives zeros for the
 * hash of what it pruned away, and asking for it apart would tell it which transactions are ours.
 * What is ours is proven by its own commitment then.
 *
 * @throws LyingDaemon when one is missing, is another than the block names, or its indices lack.
 */
export function readTransactions(given: ChainedBlock, keccak: Keccak): CheckedTransaction[] {
  const { block, height, txs, outputIndices } = given
  expectOfDaemon(
    txs.length === block.txHashes.length,
    `block ${height} has ${block.txHashes.length} transactions, ${txs.length} came`,
  )
  expectOfDaemon(
    outputIndices.length === txs.length + 1,
    `block ${height} has ${txs.length + 1} transactions, output indices of ${outputIndices.length} came`,
  )
  const miner = checked(block.minerTx, transactionId(block.minerTx, undefined, keccak), 0)
  return [miner, ...txs.map((_, position) => other(position))]

  function other(position: number): CheckedTransaction {
    const { blob, prunable_hash } = txs[position]!
    const named = block.txHashes[position]!
    const tx = parseTransaction(blob, { pruned: prunable_hash !== undefined })
    const provable = !tx.pruned || prunable_hash?.some((byte) => byte !== 0)
    expectOfDaemon(
      !provable || sameBytes(transactionId(tx, prunable_hash, keccak), named),
      `transaction ${position} of block ${height} is not the one the block names`,
    )
    return checked(tx, named, position + 1)
  }

  function checked(tx: ParsedTransaction, id: Uint8Array, place: number): CheckedTransaction {
    const globalIndices = outputIndices[place]!.indices
    expectOfDaemon(
      globalIndices.length === tx.outputs.length,
      `output indices of a transaction in block ${height} are not one an output`,
    )
    return { txid: bytesToHex(id), tx, coinbase: place === 0, globalIndices }
  }
}

/**
 * Checks the output indices of transactions that follow each other: the chain numbers RingCT
 * outputs, miners' too, one after the other. An index that is wrong alone is found out by this.
 *
 * @throws LyingDaemon
 * @see monero src/blockchain_db/blockchain_db.cpp add_transaction
 */
export function requireRunningIndices(
  transactions: readonly Pick<CheckedTransaction, 'tx' | 'globalIndices'>[],
): void {
  const running = transactions.filter(({ tx }) => tx.version === 2)
  const indices = running.flatMap(({ globalIndices }) => globalIndices)
  const [first = 0n] = indices
  expectOfDaemon(
    indices.every((index, at) => index === first + BigInt(at)),
    'output indices do not run on from one output to the next',
  )
}
