/**
 * Alternative chains, each from its tip down to the fork.
 *
 * @module
 * @see monero src/cryptonote_core/blockchain.cpp get_alternative_chains
 */
import type { BlockchainReads } from '../blockchain/types.ts'
import { StatusError } from './errors.ts'
import { difficultyFields } from './uint128.ts'

/** @throws StatusError with the chains so far, for one whose fork is no longer in the main chain. */
export function alternateChains(chain: BlockchainReads) {
  const blocks = new Map(chain.alternativeBlocks().map((block) => [block.id, block]))
  const parents = new Set([...blocks.values()].map(({ prevId }) => prevId))
  const tips = [...blocks.values()].filter(({ id }) => !parents.has(id))
  const chains = []
  for (const tip of tips) {
    const ids = [tip.id]
    let { prevId } = tip
    for (let block = blocks.get(prevId); block; block = blocks.get(prevId)) {
      ids.push(block.id)
      prevId = block.prevId
    }
    const parent = chain.idAt(tip.height - BigInt(ids.length))
    chains.push({
      block_hash: tip.id,
      height: tip.height,
      length: BigInt(ids.length),
      ...difficultyFields(tip.cumulativeDifficulty),
      block_hashes: ids,
      main_chain_parent_block: parent ?? '',
    })
    if (parent === undefined)
      throw new StatusError('Error finding alternate chain attachment point', { chains })
  }
  return chains
}
