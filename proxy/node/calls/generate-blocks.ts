/**
 * `generateblocks`: mines on a private chain.
 *
 * @module
 * @see monero src/rpc/core_rpc_server.cpp on_generateblocks
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Address } from '#protocol/address.ts'
import { blockId, type Block } from '#protocol/chain/block.ts'
import type { rpc } from '#protocol/daemon/calls.ts'
import type { Value } from '#protocol/fields.ts'
import { largestNonce } from '../../pow/types.ts'
import type { NodeContext } from '../context.ts'
import type { Template } from '../template/types.ts'
import { NodeRpcError } from './errors.ts'
import { okStatus } from './ok-status.ts'
import { addFoundBlock } from './submit-block.ts'
import { minerAddressOf, templateFor } from './get-block-template.ts'

type Params = Value<typeof rpc.generateblocks.params>

export async function generateBlocks(context: NodeContext, params: Params) {
  const { amount_of_blocks, wallet_address, prev_block, starting_nonce } = params
  if (context.options.network !== 'fakechain')
    throw new NodeRpcError('REGTEST_REQUIRED', 'Regtest required when generating blocks')
  const { keccak256, keccak256Parts } = context.crypto
  const blocks: string[] = []
  let height = context.chain.height()
  let prevBlock = prev_block
  // Parsed only if there is a block to make, as in the reference.
  let address: Address | undefined
  for (let count = 0n; count < amount_of_blocks; count++) {
    address ??= minerAddressOf(context, wallet_address)
    const template = templateFor(context, address, new Uint8Array(1), prevBlock)
    const block = await solved(context, template, starting_nonce)
    await addFoundBlock(context, block)
    prevBlock = bytesToHex(blockId(block, keccak256, keccak256Parts))
    blocks.push(prevBlock)
    height = template.height
  }
  return { ...okStatus, height, blocks }
}

/**
 * The block with the first nonce that solves it; if none does, with the last nonce, which is refused.
 *
 * @see monero src/cryptonote_basic/miner.cpp miner::find_nonce_for_given_block
 */
async function solved({ miner }: NodeContext, template: Template, nonce: number): Promise<Block> {
  // Every hash solves difficulty 1, so none is computed.
  const found = template.difficulty === 1n ? nonce : await miner.solve(template, nonce)
  return { ...template.block, nonce: found ?? largestNonce }
}
