/**
 * Publishes the blocks and the pool of a chain of our own.
 *
 * @module
 */
import { parseBlock } from '#protocol/chain/block.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { minerData } from '../node/calls/miner-data.ts'
import type { NodeContext } from '../node/context.ts'
import type { Publisher } from './publisher.ts'

/**
 * Publishes changes from now on. A reorganisation is published as its blocks, once each; monerod does so twice.
 * Blocks and transactions that are removed are not published, as in monerod.
 *
 * @see monero src/cryptonote_core/blockchain.cpp handle_block_to_main_chain, switch_to_alternative_blockchain,
 *   src/cryptonote_core/cryptonote_core.cpp core::add_new_tx, core::on_transactions_relayed
 */
export function publishOwnChain(publisher: Publisher, context: NodeContext): void {
  const { chain, pool } = context
  const { subscriptions } = publisher
  chain.listen({
    added(id) {
      const isTop = id === chain.topId()
      // Before the block, so that miners change to it at once.
      if (isTop && subscriptions.includes('json-full-miner_data'))
        publisher.minerData(minerData(context))
      if (!subscriptions.includes('json-full-chain_main', 'json-minimal-chain_main')) return
      const { blob, info } = chain.block(id)!
      publisher.block(info.height, parseBlock(blob))
    },
    reorganised() {},
  })
  pool.listen({
    accepted(id) {
      if (!subscriptions.includes('json-full-txpool_add', 'json-minimal-txpool_add')) return
      const { blob, weight } = pool.get(id)!
      publisher.transaction({ id, tx: parseTransaction(blob), weight })
    },
  })
}
