/**
 * Blocks with as many bytes as those of mainnet, on a private chain without transactions.
 *
 * @module
 */
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { writeBlock } from '#protocol/chain/block.ts'
import { writeExtra } from '#protocol/chain/extra.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { writeTransaction } from '#protocol/chain/write.ts'
import type { DaemonClient } from '../../support/network/http-client.ts'
import { blockTemplate } from '../../support/programs/block-template.ts'
import { minerAddress } from '../../support/programs/monerod.ts'

/**
 * Mines a block on a node with difficulty 1. A field that no wallet reads fills the miner transaction.
 *
 * @param bytes - Length of that field.
 * @returns Height of the chain with the block.
 */
export async function mineFilled(node: DaemonClient, bytes: number): Promise<number> {
  const { height, block } = await blockTemplate(node, minerAddress)
  const filling = writeExtra([{ kind: 'minergate', data: new Uint8Array(bytes) }])
  const extra = concatBytes(block.minerTx.extra, filling)
  const minerTx = parseTransaction(writeTransaction({ ...block.minerTx, extra }))
  await node.call('submit_block', [bytesToHex(writeBlock({ ...block, minerTx }))])
  return height + 1
}
