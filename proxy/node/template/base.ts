/**
 * The parent of a new block: the top block, or another known block.
 *
 * @module
 * @see monero src/cryptonote_core/blockchain.cpp create_block_template
 */
import { versionAt } from '#protocol/rules/forks.ts'
import type { BlockchainReads } from '../blockchain/types.ts'
import type { ChainOptions, Id } from '../types.ts'

export type TemplateBase = {
  prevId: Id
  height: bigint
  majorVersion: number
  difficulty: bigint
  /** The median that limits the weight of the block. */
  medianWeight: bigint
  generatedCoins: bigint
  /** Seed of RandomX. */
  seed: { height: bigint; id: Id }
}

/**
 * The base for a block above any known block; undefined for an unknown one.
 *
 * Below the top block, the weight of the parent replaces the median, because a block that is not heavier
 * is valid on its chain.
 */
export function baseOf(
  chain: BlockchainReads,
  { network }: ChainOptions,
  prevId: Id | undefined,
): TemplateBase | undefined {
  const parent = prevId ?? chain.topId()
  const position = chain.placeAfter(parent)
  if (!position) return undefined
  const { height, difficulty, beside, weight, generatedCoins, seed } = position
  const nearby = beside ? weight - weight / 20n : weight
  return {
    prevId: parent,
    height,
    majorVersion: versionAt(network, height),
    difficulty,
    medianWeight: prevId === undefined ? chain.weightLimit() / 2n : nearby,
    generatedCoins,
    seed,
  }
}
