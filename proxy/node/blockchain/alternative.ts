/**
 * Blocks beside the main chain, and the moment their chain becomes the main one.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { readBlockHeader } from '#protocol/chain/block.ts'
import { ChainError, Reader } from '#protocol/chain/reader.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { prunedTransactionWeight, transactionWeight } from '#protocol/chain/weights.ts'
import { difficultyBlocks, nextDifficulty } from '#protocol/rules/difficulty.ts'
import { addGenerated } from '#protocol/rules/emission.ts'
import { versionAt } from '#protocol/rules/forks.ts'
import { blockTarget, timestampWindow } from '#protocol/rules/limits.ts'
import { median } from '#protocol/rules/medians.ts'
import type { BlockOutcome, Id } from '../types.ts'
import { seedHeight } from '../seed-height.ts'
import { checkVersion, checkWork, connect, disconnect } from './main-chain.ts'
import { minerTxFault, paidOut } from './miner-tx.ts'
import { arriving, InvalidBlock, type Arriving, type ChainState, type Work } from './state.ts'
import type { AlternativeBlock } from './types.ts'
import { viewOf } from './view.ts'

/** An alternative block with the time its header tells. */
type Link = AlternativeBlock & { timestamp: bigint }

/** Where a block stands: on links beside the main chain, which stand on one of its blocks. */
export type Branch = {
  /** From the main chain outwards; empty for a block whose parent is in the main chain. */
  links: Link[]
  /** Height of the main chain's block that all stands on. */
  base: bigint
  /** Height of the new block. */
  height: bigint
}

/** The branch that a block with this parent extends; undefined when the parent is unknown. */
export function branchOf({ store }: ChainState, prevId: Id): Branch | undefined {
  const links: Link[] = []
  let parent = prevId
  for (let found = store.alternatives.get(parent); found;) {
    links.unshift({ ...found, timestamp: readBlockHeader(new Reader(found.blob)).timestamp })
    parent = found.prevId
    found = store.alternatives.get(parent)
  }
  const base = store.blocks.heightOf(parent)
  if (base === undefined) return undefined
  return { links, base: BigInt(base), height: BigInt(base + links.length + 1) }
}

/**
 * Difficulty of the next block of a branch.
 *
 * @see monero src/cryptonote_core/blockchain.cpp get_next_difficulty_for_alternative_chain
 */
export function branchDifficulty({ store, ports }: ChainState, branch: Branch): bigint {
  if (ports.fixedDifficulty !== undefined) return ports.fixedDifficulty
  const { links, base, height } = branch
  const wanted = Math.max(0, difficultyBlocks - links.length)
  // The genesis block does not count.
  const below = Math.min(wanted, Number(base))
  const rows = [...store.blocks.window(Number(base) + 1, below), ...links.slice(-difficultyBlocks)]
  return nextDifficulty(
    rows.map(({ timestamp }) => timestamp),
    rows.map(({ cumulativeDifficulty }) => cumulativeDifficulty),
    blockTarget(versionAt(store.network, height)),
  )
}

/**
 * Id of the block that seeds the proof of work of a branch's next block.
 *
 * @see monero src/cryptonote_core/blockchain.cpp handle_alternative_block
 */
export function branchSeed({ store, ports }: ChainState, { links, height }: Branch): Id {
  const at = seedHeight(height, ports.epoch)
  const link = links.find((candidate) => candidate.height === at)
  return link?.id ?? store.blocks.idAt(Number(at))!
}

/**
 * The median that a block of a branch must not be older than. Unlike the main chain's it counts from
 * the first block on, and more than 60 of a long branch; the genesis block is left out.
 *
 * @see monero src/cryptonote_core/blockchain.cpp build_alt_chain, complete_timestamps_vector
 */
function branchMedianTime({ store }: ChainState, { links, base }: Branch): bigint {
  const wanted = Math.max(0, timestampWindow - links.length)
  const below = store.blocks.window(Number(base) + 1, Math.min(wanted, Number(base)))
  return median([...links, ...below].map(({ timestamp }) => timestamp))
}

/**
 * Keeps a block beside the main chain, and makes its chain the main one when it has more work.
 *
 * @throws InvalidBlock when it breaks a rule.
 * @see monero src/cryptonote_core/blockchain.cpp Blockchain::handle_alternative_block
 */
export function acceptAlternative(state: ChainState, incoming: Arriving, work: Work): BlockOutcome {
  const { block } = incoming
  const claimed = block.minerTx.inputs[0]
  const claimedHeight = claimed?.kind === 'gen' ? claimed.height : 0n
  if (claimedHeight === 0n) throw new InvalidBlock('its miner transaction has height 0')
  checkVersion(block, versionAt(state.store.network, claimedHeight))
  const branch = branchOf(state, incoming.prevId)
  if (!branch) return { kind: 'orphan' }

  if (block.timestamp < branchMedianTime(state, branch))
    throw new InvalidBlock('its timestamp is before the median of the blocks below it')
  const difficulty = branchDifficulty(state, branch)
  checkWork(work, difficulty)
  const version = versionAt(state.store.network, claimedHeight)
  const fault = minerTxFault(block.minerTx, branch.height, version)
  if (fault) throw new InvalidBlock(`its miner transaction ${fault}`)

  const parent = branch.links.at(-1) ?? state.store.blocks.at(Number(branch.base))!
  const cumulativeDifficulty = parent.cumulativeDifficulty + difficulty
  poolSupplement(state, incoming)
  const link: Link = {
    ...{ id: incoming.id, prevId: incoming.prevId, height: branch.height, blob: block.blob },
    ...{ weight: blockWeight(state, incoming), cumulativeDifficulty, timestamp: block.timestamp },
    generatedCoins: addGenerated(parent.generatedCoins, paidOut(block.minerTx)),
  }
  state.store.alternatives.add(link)
  if (cumulativeDifficulty <= state.tip.block.cumulativeDifficulty)
    return { kind: 'alternative', height: branch.height }
  return switchTo(state, [...branch.links, link], branch.base + 1n)
}

/** Transactions that came with an alternative block wait in the pool for its chain to win. */
function poolSupplement(state: ChainState, { supplement }: Arriving) {
  const { store, ports } = state
  for (const [id, tx] of supplement) {
    if (ports.pool.has(id) || store.transactions.heightOf(id) !== undefined) continue
    state.touch()
    const refusal = ports.pool.addFromBlock(tx, id, viewOf(state))
    if (refusal) throw new InvalidBlock(`a transaction is not valid: ${refusal.reason}`)
  }
}

/** Weight of an alternative block; 0 where a transaction of it is unknown. */
function blockWeight({ store, ports }: ChainState, { block }: Arriving): bigint {
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
 * Makes a branch the main chain. What stood above its base goes beside the chain.
 *
 * @param links - From the base outwards.
 * @param splitHeight - Of the first block that changes.
 * @see monero src/cryptonote_core/blockchain.cpp switch_to_alternative_blockchain
 */
function switchTo(state: ChainState, links: readonly Link[], splitHeight: bigint): BlockOutcome {
  const { store, ports } = state
  const abandoned: Arriving[] = []
  let reached = 0
  try {
    state.atomically(() => {
      while (state.tip.height > splitHeight) abandoned.unshift(disconnect(state))
      for (; reached < links.length; reached++)
        connect(state, arriving(links[reached]!.blob, [], ports.crypto), 'checked')
    })
  } catch (error) {
    if (!(error instanceof InvalidBlock)) throw error
    // The chain is as before; what cannot be its continuation is forgotten.
    for (const link of links.slice(reached)) store.alternatives.remove(link)
    return { kind: 'invalid', reason: error.message, ...error.flags }
  }
  for (const block of abandoned) setAside(state, block)
  for (const link of links) store.alternatives.remove(link)
  state.tip.recount()
  return { kind: 'reorganised', height: links.at(-1)!.height, splitHeight }
}

/** Keeps a block that was in the main chain, if the rules for alternative blocks let it. */
function setAside(state: ChainState, block: Arriving) {
  try {
    acceptAlternative(state, block, 'checked')
  } catch (error) {
    if (!(error instanceof InvalidBlock)) throw error
    // monerod forgets such a block too.
  }
}
