/**
 * False blocks in the answers of a proxy.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import type { ParsedBlock } from '#protocol/chain/block.ts'
import { relinked } from '../chains/false-blocks.ts'
import type { DaemonClient } from '../network/http-client.ts'
import { ofBin, type Lie } from './lie.ts'
import type { Result } from '../programs/monerod.ts'

/** Blocks by height. */
type BlocksByHeight = ReadonlyMap<bigint, Uint8Array>

/** Sends these blocks in place of those of the node. Their transactions are the same. */
export const withBlocks = (forged: BlocksByHeight): Lie['tamper'] =>
  ofBin('get_blocks', ({ blocks, start_height: first }) => ({
    blocks: (blocks as Result[]).map((entry, at) => ({
      ...entry,
      block: forged.get((first as bigint) + BigInt(at)) ?? entry.block,
    })),
  }))

/** The block of a node at a height. */
export const blockAt = async (node: DaemonClient, height: number): Promise<Uint8Array> =>
  hexToBytes((await node.call('get_block', { height })).blob)

/** The blocks of a node from a height on. */
export async function blocksFrom(node: DaemonClient, first: number): Promise<Uint8Array[]> {
  const { count } = await node.call('get_block_count')
  const blocks: Uint8Array[] = []
  for (let height = first; height < Number(count); height++)
    blocks.push(await blockAt(node, height))
  return blocks
}

/** Numbers blocks that follow each other. */
export const byHeight = (first: number, blocks: readonly Uint8Array[]): BlocksByHeight =>
  new Map(blocks.map((block, at) => [BigInt(first + at), block]))

/** A branch in place of the blocks of a node: other nonces, and so other ids. */
export async function forgedBranch(node: DaemonClient, first: number): Promise<BlocksByHeight> {
  const otherNonce = ({ nonce }: ParsedBlock) => ({ nonce: nonce ^ 1 })
  return byHeight(first, relinked(await blocksFrom(node, first), otherNonce))
}

/** Sends the blocks of one node to another, whose chain is a part of it. */
export async function copyBlocks(from: DaemonClient, to: DaemonClient): Promise<void> {
  const { count } = await to.call('get_block_count')
  for (const block of await blocksFrom(from, Number(count)))
    await to.call('submit_block', [Buffer.from(block).toString('hex')])
}
