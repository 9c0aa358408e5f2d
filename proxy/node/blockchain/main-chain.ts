/**
 * Adds a block to the main chain, and removes the top block.
 *
 * @module
 */
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { sum } from '#protocol/bigint.ts'
import { parseBlock } from '#protocol/chain/block.ts'
import { prunableHash, transactionId } from '#protocol/chain/hashes.ts'
import { parseTransaction, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import { transactionWeight } from '#protocol/chain/weights.ts'
import { checkHash } from '#protocol/rules/difficulty.ts'
import { addGenerated } from '#protocol/rules/emission.ts'
import { futureTimeLimit } from '#protocol/rules/limits.ts'
import { longTermWeight } from '#protocol/rules/medians.ts'
import type { BlockRecord } from '../../stores/blocks.ts'
import type { Id } from '../types.ts'
import {
  checkKeyImages,
  keyImages,
  withTransactions,
  type MeasuredTransaction,
} from './block-transactions.ts'
import { clearCommitment } from './clear-commitment.ts'
import { voteOf } from './fork-votes.ts'
import { minedCoins, minerTxError, paidOut } from './miner-tx.ts'
import {
  InvalidBlock,
  type IncomingBlock,
  type BlockchainPorts,
  type ChainState,
  type CheckedWork,
} from './chain-state.ts'
import { viewOf } from './chain-view.ts'

/**
 * Checks a block whose parent is the top block, and adds it.
 *
 * @throws InvalidBlock if it breaks a rule. Nothing is written then.
 * @see monero src/cryptonote_core/blockchain.cpp Blockchain::handle_block_to_main_chain
 */
export function connect(
  state: ChainState,
  incoming: IncomingBlock,
  work: CheckedWork,
): BlockRecord {
  const { tip } = state
  const { block } = incoming
  checkVersion(block, tip.version)
  checkTimestamp(state, block.timestamp)
  checkWork(work, tip.difficulty)
  const error = minerTxError(block.minerTx, tip.height)
  if (error) throw new InvalidBlock(`miner transaction: ${error}`)

  const { transactions, computed } = withTransactions(state, incoming, (transactions) => ({
    transactions,
    computed: computedOf(state, incoming, transactions),
  }))
  checkKeyImages(state, transactions)
  return write(state, incoming, transactions, computed)
}

type Computed = Omit<BlockRecord, 'firstTx' | 'rctOutputs' | 'minerTxId' | 'minerOutputs'>

/** The record of a block. Checks its reward. */
function computedOf(
  { tip }: ChainState,
  { block, id, prevId }: IncomingBlock,
  transactions: readonly MeasuredTransaction[],
): Computed {
  const fees = sum(transactions.map(({ fee }) => fee))
  const minerWeight = BigInt(transactionWeight(block.minerTx))
  const weight = sum(transactions.map((tx) => tx.weight)) + minerWeight
  const coins = minedCoins(block.minerTx, {
    weight,
    fees,
    generatedCoins: tip.block.generatedCoins,
    median: tip.weightMedian(),
  })
  if (typeof coins === 'string') throw new InvalidBlock(`miner transaction: ${coins}`)
  return {
    height: tip.height,
    id,
    prevId,
    fees,
    weight,
    majorVersion: block.majorVersion,
    minorVersion: block.minorVersion,
    timestamp: block.timestamp,
    nonce: block.nonce,
    difficulty: tip.difficulty,
    cumulativeDifficulty: tip.block.cumulativeDifficulty + tip.difficulty,
    reward: paidOut(block.minerTx),
    longTermWeight: longTermWeight(weight, tip.longTermMedian(), tip.version),
    generatedCoins: addGenerated(tip.block.generatedCoins, coins),
    txCount: transactions.length,
  }
}

/** @see monero src/cryptonote_basic/hardfork.cpp HardFork::do_check */
export function checkVersion(
  { majorVersion, minorVersion }: { majorVersion: number; minorVersion: number },
  version: number,
): void {
  if (majorVersion !== version)
    throw new InvalidBlock(`version: expected ${version}, got ${majorVersion}`)
  if (voteOf(minorVersion) < version)
    throw new InvalidBlock(`voted version: expected at least ${version}, got ${minorVersion}`)
}

function checkTimestamp({ tip, ports }: ChainState, timestamp: bigint) {
  if (timestamp > ports.clock.now() + futureTimeLimit)
    throw new InvalidBlock('timestamp: expected at most two hours ahead')
  const { earliestTimestamp: least } = tip
  if (timestamp < least)
    throw new InvalidBlock(
      `timestamp: expected at least ${least}, the median of the last blocks, got ${timestamp}`,
    )
}

/** Every hash satisfies difficulty 1. */
export const needsWork = (difficulty: bigint) => difficulty !== 1n

export function checkWork(work: CheckedWork, difficulty: bigint): void {
  if (difficulty === 0n) throw new InvalidBlock('difficulty exceeds 128 bits')
  if (work === 'checked' || !needsWork(difficulty)) return
  if (!work || !checkHash(work, difficulty))
    throw new InvalidBlock('not enough proof of work', { badPow: true })
}

function write(
  state: ChainState,
  { block }: IncomingBlock,
  transactions: readonly MeasuredTransaction[],
  computed: Computed,
): BlockRecord {
  const { store, tip, ports } = state
  state.touch()
  const height = Number(computed.height)
  const minerTxId = bytesToHex(transactionId(block.minerTx, undefined, ports.crypto.keccak256))
  const minerOutputs = addOutputs(ports, block.minerTx, minerTxId, height).map(BigInt)
  const firstTx = tip.nextTx
  transactions.forEach(({ id, tx }, i) => {
    for (const image of keyImages(tx)) store.transactions.addKeyImage(image)
    store.transactions.add(firstTx + i, {
      id,
      height,
      outputs: addOutputs(ports, tx, id, height),
      pruned: tx.blob.subarray(0, tx.baseSize),
      prunable: tx.blob.subarray(tx.baseSize),
      prunableHash: tx.version === 2 ? prunableHash(tx, ports.crypto.keccak256) : undefined,
    })
  })
  const rctOutputs = store.outputs.count(0n)
  const record = { ...computed, firstTx, rctOutputs, minerTxId, minerOutputs }
  store.blocks.add(record, block.blob)
  tip.added(record)
  for (const { id, fromPool } of transactions) if (fromPool) ports.pool.drop(id)
  ports.pool.chainChanged()
  return record
}

/** @see monero src/blockchain_db/blockchain_db.cpp BlockchainDB::add_transaction */
export function addOutputs(
  { store, crypto }: Pick<BlockchainPorts, 'store' | 'crypto'>,
  tx: ParsedTransaction,
  txId: Id,
  height: number,
): number[] {
  return tx.outputs.map(({ amount, key }, indexInTx) =>
    store.outputs.add({
      // Also for miner transactions of version 2, whose amounts are not encrypted.
      amount: tx.version === 2 ? 0n : amount,
      key,
      commitment: tx.ringct?.outputCommitments[indexInTx] ?? clearCommitment(crypto, amount),
      unlockTime: tx.unlockTime,
      height,
      txId,
      indexInTx,
    }),
  )
}

/**
 * Removes the top block. Its transactions return to the pool, except pruned ones.
 *
 * @returns The block, which can be added again.
 * @see monero src/cryptonote_core/blockchain.cpp Blockchain::pop_block_from_blockchain
 */
export function disconnect(state: ChainState): IncomingBlock {
  const { store, tip, ports } = state
  const { block: record } = tip
  const height = Number(record.height)
  const below = store.blocks.at(height - 1)
  if (!below) throw new Error('the genesis block cannot be removed')
  state.touch()
  const block = parseBlock(store.blocks.blobAt(height)!)
  const stored = store.transactions.range(record.firstTx, record.txCount)
  const transactions = stored.flatMap(({ id, pruned, prunable, outputIndices }) => {
    const tx = parseTransaction(prunable ? concatBytes(pruned, prunable) : pruned, {
      pruned: prunable === undefined,
    })
    for (const image of keyImages(tx)) store.transactions.removeKeyImage(image)
    removeOutputs(state, tx, outputIndices)
    return tx.pruned ? [] : [{ id, tx }]
  })
  removeOutputs(state, block.minerTx, record.minerOutputs)
  store.outputs.removeFrom(0n, below.rctOutputs)
  store.transactions.removeFrom(record.firstTx)
  store.blocks.remove(height, record.id, block.blob.length)
  tip.popped(below)

  for (const { id, tx } of transactions.reverse()) ports.pool.giveBack(tx, id, viewOf(state))
  ports.pool.chainChanged()
  return { block, id: record.id, prevId: record.prevId, supplement: new Map() }
}

/** Removes pre-RingCT outputs. RingCT outputs are removed by the caller, all at once. */
function removeOutputs({ store }: ChainState, tx: ParsedTransaction, indices: readonly bigint[]) {
  if (tx.version === 2) return
  tx.outputs.forEach(({ amount }, i) => store.outputs.removeFrom(amount, Number(indices[i]!)))
}
