/**
 * Blocks as a node proposes them to miners.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { parseBlock, type ParsedBlock } from '#protocol/chain/block.ts'
import type { DaemonClient } from '../network/http-client.ts'

export type BlockTemplate = { height: number; block: ParsedBlock }

/** @param wallet_address - Receives the reward. */
export async function blockTemplate(
  node: DaemonClient,
  wallet_address: string,
): Promise<BlockTemplate> {
  const template = await node.call('get_block_template', { wallet_address, reserve_size: 0 })
  const block = parseBlock(hexToBytes(template.blocktemplate_blob))
  return { height: Number(template.height), block }
}
