/**
 * Chains that accept every transaction, for rules of blocks.
 *
 * @module
 */
import type { OwnBlockchain } from '../../../proxy/node/blockchain/blockchain.ts'
import { makeBlock, type Changes } from './block-builder.ts'
import { openBlockchain, type OwnChainOptions } from './in-memory-blockchain.ts'

/** A chain with some blocks above the genesis block. */
export async function chainOf(blocks: number, options: OwnChainOptions = {}) {
  const chain = await openBlockchain({ check: () => undefined, ...options })
  for (let i = 0; i < blocks; i++) await addBlock(chain)
  return chain
}

/** Makes a block with its transactions, and adds it. */
export async function addBlock(chain: OwnBlockchain, changes: Changes = {}) {
  const { blob, transactions } = makeBlock(chain, changes)
  return chain.addBlock(blob, transactions)
}

/** Everything that the chain reports of its main chain. */
export const reported = (chain: OwnBlockchain) => ({
  infos: chain.infos(0n, chain.height()),
  outputs: chain.outputAmounts(),
  perBlock: chain.outputsPerBlock(0n, 0n, chain.height() - 1n),
  transactions: chain.transactionCount(),
  median: chain.weightMedian(),
  difficulty: chain.nextDifficulty(),
})
