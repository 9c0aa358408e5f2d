/**
 * Blocks of a real monerod with chosen timestamps.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { writeBlock } from '#protocol/chain/block.ts'
import { CallError, type DaemonClient } from '../network/http-client.ts'
import { blockTemplate } from '../programs/block-template.ts'

/**
 * Mines a block for each timestamp. monerod checks the proofs of work, so the difficulty must be low.
 *
 * @param times - Unix seconds. The first 60 blocks of a chain may have any before the present.
 */
export async function mineAt(
  node: DaemonClient,
  times: readonly number[],
  address: string,
): Promise<void> {
  for (const time of times) {
    const { block } = await blockTemplate(node, address)
    let nonce = 0
    while (!(await isAccepted(node, writeBlock({ ...block, timestamp: BigInt(time), nonce }))))
      nonce++
  }
}

/** Times with this number of seconds between them. */
export const timesAfter = (start: number, count: number, spacing: number): number[] =>
  Array.from({ length: count }, (_, at) => start + (at + 1) * spacing)

async function isAccepted(node: DaemonClient, block: Uint8Array): Promise<boolean> {
  try {
    await node.call('submit_block', [bytesToHex(block)])
    return true
  } catch (error) {
    if (error instanceof CallError && error.message.endsWith('Block not accepted')) return false
    throw error
  }
}
