/**
 * What a new block stands on: the top block, or another that we know.
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
  /** That the block's weight is held against. */
  medianWeight: bigint
  generatedCoins: bigint
  /** Of RandomX. */
  seed: { height: bigint; id: Id }
}

/**
 * On any block that is known, on the main chain or beside it; undefined for an unknown one.
 *
 * Away from the top, the weight of the parent stands for the median: a block that is no heavier will do
 * on its chain.
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
