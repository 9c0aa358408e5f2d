/**
 * Branches: chains of alternative blocks, where they fork, and the rules for their next block.
 *
 * @module
 */
import { readBlockHeader } from '#protocol/chain/block.ts'
import { Reader } from '#protocol/chain/reader.ts'
import { difficultyBlocks, nextDifficulty } from '#protocol/rules/difficulty.ts'
import { versionAt } from '#protocol/rules/forks.ts'
import { blockTarget, timestampWindow } from '#protocol/rules/limits.ts'
import { median } from '#protocol/rules/medians.ts'
import { seedHeight } from '#protocol/rules/seed-height.ts'
import type { Id } from '../types.ts'
import type { ChainState } from './chain-state.ts'
import type { AlternativeBlock, ChainPosition } from './types.ts'

/** An alternative block with the timestamp of its header. */
export type Link = AlternativeBlock & { timestamp: bigint }

/** The position of a block above zero or more alternative blocks. */
export type Branch = {
  /** Alternative blocks below it, lowest first; empty if its parent is in the main chain. */
  links: Link[]
  /** Height of the main chain block at which the branch forks. */
  base: bigint
  /** Height of the new block. */
  height: bigint
}

/** The branch that a block with this parent extends; undefined if the parent is unknown. */
export function branchOf({ store, tip }: ChainState, prevId: Id): Branch | undefined {
  if (prevId === tip.block.id) return { links: [], base: tip.block.height, height: tip.height }
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
export function branchDifficulty({ store, tip, ports }: ChainState, branch: Branch): bigint {
  const { links, base, height } = branch
  if (ports.fixedDifficulty !== undefined) return ports.fixedDifficulty
  if (height === tip.height && links.length === 0) return tip.difficulty
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
function branchSeed({ store, ports }: ChainState, { links, height }: Branch): Id {
  const at = seedHeight(height, ports.epoch)
  const link = links.find((candidate) => candidate.height === at)
  return link?.id ?? store.blocks.idAt(Number(at))!
}

/**
 * Lowest timestamp of the next block of a branch. Unlike on the main chain, a median of fewer than 60
 * blocks counts too, and a long branch uses more than 60. The genesis block is left out.
 *
 * @see monero src/cryptonote_core/blockchain.cpp build_alt_chain, complete_timestamps_vector
 */
export function branchMedianTime({ store }: ChainState, { links, base }: Branch): bigint {
  const wanted = Math.max(0, timestampWindow - links.length)
  const below = store.blocks.window(Number(base) + 1, Math.min(wanted, Number(base)))
  return median([...links, ...below].map(({ timestamp }) => timestamp))
}

/** Position of a new block with this parent; undefined for an unknown parent. */
export function positionAfter(state: ChainState, prevId: Id): ChainPosition | undefined {
  const branch = branchOf(state, prevId)
  if (!branch) return undefined
  const { weight, generatedCoins } = parentOf(state, branch)
  const seedAt = seedHeight(branch.height, state.ports.epoch)
  return {
    height: branch.height,
    difficulty: branchDifficulty(state, branch),
    beside: branch.links.length > 0,
    weight,
    generatedCoins,
    seed: { height: seedAt, id: branchSeed(state, branch) },
  }
}

/** The parent of the branch's next block. */
export const parentOf = (
  { store, tip }: ChainState,
  { links, base }: Branch,
): Pick<AlternativeBlock, 'weight' | 'generatedCoins' | 'cumulativeDifficulty'> =>
  links.at(-1) ?? (base === tip.block.height ? tip.block : store.blocks.at(Number(base))!)
