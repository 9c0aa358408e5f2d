/**
 * `submit_block`, and adding mined blocks to the chain.
 *
 * @module
 * @see monero src/rpc/core_rpc_server.cpp on_submitblock
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import {
  blockId,
  parseBlock,
  writeBlock,
  type Block,
  type ParsedBlock,
} from '#protocol/chain/block.ts'
import { ChainError } from '#protocol/chain/reader.ts'
import type { NodeContext } from '../context.ts'
import { NodeRpcError, unsupportedWithBootstrap } from './errors.ts'
import { bytesOf } from './hex-params.ts'
import { okStatus } from './ok-status.ts'

/** Bytes by which a blob may exceed the weight limit. monero BLOCK_SIZE_SANITY_LEEWAY */
const leeway = 100n

export async function submitBlock(context: NodeContext, blobs: readonly string[]) {
  if (context.bootstrap.isOn())
    throw new NodeRpcError('UNSUPPORTED_BOOTSTRAP', unsupportedWithBootstrap)
  const [hex] = blobs
  if (hex === undefined || blobs.length !== 1) throw new NodeRpcError('WRONG_PARAM', 'Wrong param')
  const blob = bytesOf(hex)
  const block = blob && readBlock(blob)
  if (!blob || !block) throw new NodeRpcError('WRONG_BLOCKBLOB', 'Wrong block blob')
  if (isTooLong(context, blob))
    throw new NodeRpcError('WRONG_BLOCKBLOB_SIZE', 'Block bloc size is too big, rejecting block')
  await addFoundBlock(context, block)
  const { keccak256, keccak256Parts } = context.crypto
  return { ...okStatus, block_id: bytesToHex(blockId(block, keccak256, keccak256Parts)) }
}

/** Undefined for bytes that are not a block. */
export function readBlock(blob: Uint8Array): ParsedBlock | undefined {
  try {
    return parseBlock(blob)
  } catch (error) {
    if (error instanceof ChainError) return undefined
    throw error
  }
}

export const isTooLong = ({ chain }: NodeContext, blob: Uint8Array) =>
  BigInt(blob.length) > chain.weightLimit() + leeway

/**
 * Adds a block to the chain. Its transactions must all be in the pool, without repetition.
 *
 * @throws NodeRpcError if one is missing, or if the block breaks a rule.
 * @see monero src/cryptonote_core/cryptonote_core.cpp core::handle_block_found
 */
export async function addFoundBlock({ chain, pool }: NodeContext, block: Block): Promise<void> {
  const ids = block.txHashes.map(bytesToHex)
  const isWhole = new Set(ids).size === ids.length && ids.every((id) => pool.has(id))
  const outcome = isWhole ? await chain.addBlock(writeBlock(block)) : undefined
  if (!outcome || outcome.kind === 'invalid')
    throw new NodeRpcError('BLOCK_NOT_ACCEPTED', 'Block not accepted')
}
