/**
 * Alternative blocks, and reorganisations to their chains.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { ChainError } from '#protocol/chain/reader.ts'
import { parseTransaction, type Transaction } from '#protocol/chain/transaction.ts'
import { prunedTransactionWeight, transactionWeight } from '#protocol/chain/weights.ts'
import { addGenerated } from '#protocol/rules/emission.ts'
import { versionAt } from '#protocol/rules/forks.ts'
import type { BlockOutcome, Id } from '../types.ts'
import { giveBack } from './block-transactions.ts'
import { branchDifficulty, branchMedianTime, branchOf, parentOf, type Link } from './branch.ts'
import { trimAlternatives } from './alternative-limits.ts'
import { checkVersion, checkWork, connect, disconnect } from './main-chain.ts'
import { minerTxError, paidOut } from './miner-tx.ts'
import {
  readIncomingBlock,
  InvalidBlock,
  type IncomingBlock,
  type ChainState,
  type CheckedWork,
} from './chain-state.ts'
import { viewOf } from './chain-view.ts'

/**
 * Stores an alternative block. Its chain becomes the main chain if it has more work. Otherwise the
 * blocks with the least work are dropped when there are too many, which may be this one.
 *
 * @throws InvalidBlock if it breaks a rule.
 * @see monero src/cryptonote_core/blockchain.cpp Blockchain::handle_alternative_block
 */
export function acceptAlternative(
  state: ChainState,
  incoming: IncomingBlock,
  work: CheckedWork,
): BlockOutcome {
  const { block } = incoming
  const claimedHeight = minedHeight(block.minerTx)
  if (claimedHeight === 0n) throw new InvalidBlock('miner transaction: height is 0')
  checkVersion(block, versionAt(state.store.network, claimedHeight))
  const branch = branchOf(state, incoming.prevId)
  if (!branch) return { kind: 'orphan' }

  if (block.timestamp < branchMedianTime(state, branch))
    throw new InvalidBlock('timestamp: expected at least the median of the blocks below it')
  const difficulty = branchDifficulty(state, branch)
  checkWork(work, difficulty)
  const error = minerTxError(block.minerTx, branch.height)
  if (error) throw new InvalidBlock(`miner transaction: ${error}`)

  const parent = parentOf(state, branch)
  const cumulativeDifficulty = parent.cumulativeDifficulty + difficulty
  poolSupplement(state, incoming)
  const link: Link = {
    id: incoming.id,
    prevId: incoming.prevId,
    height: branch.height,
    blob: block.blob,
    weight: blockWeight(state, incoming),
    cumulativeDifficulty,
    timestamp: block.timestamp,
    generatedCoins: addGenerated(parent.generatedCoins, paidOut(block.minerTx)),
  }
  state.store.alternatives.add(link)
  if (cumulativeDifficulty <= state.tip.block.cumulativeDifficulty) {
    trimAlternatives(state.store.alternatives)
    return { kind: 'alternative', height: branch.height }
  }
  return switchTo(state, [...branch.links, link], branch.base + 1n)
}

/** @see monero src/cryptonote_basic/cryptonote_format_utils.cpp get_block_height */
function minedHeight({ inputs }: Transaction): bigint {
  const [input, ...more] = inputs
  return input?.kind === 'gen' && more.length === 0 ? input.height : 0n
}

/** Adds the transactions that arrived with an alternative block to the pool. */
function poolSupplement(state: ChainState, { supplement }: IncomingBlock) {
  const { store, ports } = state
  for (const [id, tx] of supplement) {
    if (ports.pool.has(id) || store.transactions.heightOf(id) !== undefined) continue
    state.touch()
    const refusal = ports.pool.addFromBlock(tx, id, viewOf(state))
    if (refusal) throw new InvalidBlock(`invalid transaction: ${refusal.reason}`)
  }
}

/** Weight of an alternative block; 0 if one of its transactions is unknown. */
function blockWeight({ store, ports }: ChainState, { block }: IncomingBlock): bigint {
  let weight = BigInt(transactionWeight(block.minerTx))
  for (const hash of block.txHashes) {
    const id = bytesToHex(hash)
    const known = ports.pool.get(id)?.weight ?? minedWeight(store, id)
    if (known === undefined) return 0n
    weight += known
  }
  return weight
}

function minedWeight({ transactions }: ChainState['store'], id: Id): bigint | undefined {
  const stored = transactions.get(id)
  if (!stored) return undefined
  try {
    return BigInt(prunedTransactionWeight(parseTransaction(stored.pruned, { pruned: true })))
  } catch (error) {
    if (error instanceof ChainError) throw new InvalidBlock(`transaction ${id}: ${error.message}`)
    throw error
  }
}

/**
 * Makes a branch the main chain. The blocks above its base become alternative blocks.
 *
 * @param links - The blocks of the branch, lowest first.
 * @param splitHeight - Height of the first block that changes.
 * @see monero src/cryptonote_core/blockchain.cpp switch_to_alternative_blockchain
 */
function switchTo(state: ChainState, links: readonly Link[], splitHeight: bigint): BlockOutcome {
  const { store, ports } = state
  const abandoned: IncomingBlock[] = []
  const connected: IncomingBlock[] = []
  try {
    state.atomically(() => {
      while (state.tip.height > splitHeight) abandoned.unshift(disconnect(state))
      for (const { blob } of links) {
        const next = readIncomingBlock(blob, [], ports.crypto)
        connect(state, next, 'checked')
        connected.push(next)
      }
    })
  } catch (error) {
    if (!(error instanceof InvalidBlock)) throw error
    // The main chain is unchanged. The invalid block and those above it are removed.
    for (const link of links.slice(connected.length)) store.alternatives.remove(link)
    giveBack(state, error, connected)
    return { kind: 'invalid', reason: error.message, ...error.flags }
  }
  for (const block of abandoned) setAside(state, block)
  for (const link of links) store.alternatives.remove(link)
  state.tip.recount()
  return { kind: 'reorganised', height: links.at(-1)!.height, splitHeight }
}

/** Stores a block that was in the main chain, if the rules for alternative blocks accept it. */
function setAside(state: ChainState, block: IncomingBlock) {
  try {
    acceptAlternative(state, block, 'checked')
  } catch (error) {
    if (!(error instanceof InvalidBlock)) throw error
    // monerod drops such a block too.
  }
}
