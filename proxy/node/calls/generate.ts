/**
 * `generateblocks`: mines on a private chain.
 *
 * @module
 * @see monero src/rpc/core_rpc_server.cpp on_generateblocks
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Address } from '#protocol/address.ts'
import { blockHashingBlob, blockId, writeBlock, type Block } from '#protocol/chain/block.ts'
import type { rpc } from '#protocol/daemon/calls.ts'
import type { Value } from '#protocol/fields.ts'
import { checkHash } from '#protocol/rules/difficulty.ts'
import type { NodeContext } from '../context.ts'
import type { Template } from '../template/types.ts'
import { DaemonError } from './errors.ts'
import { ok } from './ok.ts'
import { handIn } from './submit.ts'
import { payeeOf, templateFor } from './templates.ts'

type Params = Value<typeof rpc.generateblocks.params>

export async function generateBlocks(context: NodeContext, params: Params) {
  const { amount_of_blocks, wallet_address, prev_block, starting_nonce } = params
  if (context.options.network !== 'fakechain')
    throw new DaemonError('REGTEST_REQUIRED', 'Regtest required when generating blocks')
  const { keccak256, keccak256Parts } = context.crypto
  const blocks: string[] = []
  let height = context.chain.height()
  let prevBlock = prev_block
  // Looked at where there is a block to make.
  let address: Address | undefined
  for (let count = 0n; count < amount_of_blocks; count++) {
    address ??= payeeOf(context, wallet_address)
    const template = templateFor(context, address, new Uint8Array(1), prevBlock)
    const block = await solved(context, template, starting_nonce)
    await handIn(context, writeBlock(block))
    prevBlock = bytesToHex(blockId(block, keccak256, keccak256Parts))
    blocks.push(prevBlock)
    height = template.height
  }
  return { ...ok, height, blocks }
}

/** The block with the first nonce that solves it. */
async function solved(context: NodeContext, template: Template, nonce: number): Promise<Block> {
  const { height, difficulty } = template
  // Every hash solves it: none is computed.
  if (difficulty === 1n) return { ...template.block, nonce }
  const { keccak256, keccak256Parts } = context.crypto
  const seedHash = hexToBytes(template.seed.id)
  for (let tried = nonce; ; tried = (tried + 1) >>> 0) {
    const block = { ...template.block, nonce: tried }
    const { majorVersion } = block
    const hashing = blockHashingBlob(block, keccak256, keccak256Parts)
    const hash = await context.pow.hash(hashing, { majorVersion, height, seedHash })
    if (checkHash(hash, difficulty)) return block
  }
}
