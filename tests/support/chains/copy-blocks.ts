/**
 * Our chain taking over what a monerod has mined.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import type { Blockchain } from '../../../proxy/node/blockchain/types.ts'
import type { DaemonClient } from '../network/http-client.ts'

/** Adds the blocks that our chain does not have; throws when one is refused. */
export async function copyBlocks(chain: Blockchain, node: DaemonClient): Promise<void> {
  const { count } = await node.call('get_block_count')
  for (let height = chain.height(); height < count; height++) {
    const outcome = await chain.addBlock(...(await blockAt(node, height)))
    if (outcome.kind === 'added') continue
    throw new Error(
      `block ${height}: ${outcome.kind === 'invalid' ? outcome.reason : outcome.kind}`,
    )
  }
}

/** A block of a monerod with its transactions. */
async function blockAt(node: DaemonClient, height: bigint): Promise<[Uint8Array, Uint8Array[]]> {
  const { blob, tx_hashes: txs_hashes = [] } = await node.call('get_block', { height })
  if (txs_hashes.length === 0) return [hexToBytes(blob), []]
  const { txs } = await node.get('/get_transactions', { txs_hashes })
  return [hexToBytes(blob), txs.map(({ as_hex }: { as_hex: string }) => hexToBytes(as_hex))]
}
