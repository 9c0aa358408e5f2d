/**
 * Block headers in the form of answers.
 *
 * @module
 */
import { blockHashingBlob, parseBlock } from '#protocol/chain/block.ts'
import { seedHeight } from '#protocol/rules/seed-height.ts'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { BlockInfo, StoredBlock } from '../blockchain/types.ts'
import type { NodeContext } from '../context.ts'
import { NodeRpcError } from './errors.ts'
import { cumulativeDifficultyFields, difficultyFields } from './uint128.ts'

/**
 * @param fillPow - Compute the proof of work.
 * @see monero src/rpc/core_rpc_server.cpp fill_block_header_response
 */
export async function headerOf(
  context: NodeContext,
  { blob, info, orphan }: StoredBlock,
  fillPow: boolean,
) {
  const pow = fillPow ? await powOf(context, blob, info) : ''
  return headerFrom(context, { info, orphan }, pow)
}

/** A header, made without the bytes of the block. @param pow - Proof of work in hex; may be empty. */
export function headerFrom(
  { chain }: NodeContext,
  { info, orphan }: Pick<StoredBlock, 'info' | 'orphan'>,
  pow: string,
) {
  // For an alternative block the reference returns the weights and the difficulty of the main chain at
  // its height. It fails if the main chain has no block there.
  const measured = orphan ? chain.infoAt(info.height) : info
  if (!measured) throw new NodeRpcError('UNSPECIFIED', '')
  return {
    major_version: info.majorVersion,
    minor_version: info.minorVersion,
    timestamp: info.timestamp,
    prev_hash: info.prevId,
    nonce: info.nonce,
    orphan_status: orphan,
    height: info.height,
    depth: BigInt.asUintN(64, chain.height() - info.height - 1n),
    hash: info.id,
    ...difficultyFields(measured.difficulty),
    ...cumulativeDifficultyFields(measured.cumulativeDifficulty),
    reward: info.reward,
    block_size: measured.weight,
    block_weight: measured.weight,
    num_txes: BigInt(info.txCount),
    pow_hash: pow,
    long_term_weight: measured.longTermWeight,
    miner_tx_hash: info.minerTxId,
  }
}

async function powOf({ chain, pow, seedEpoch }: NodeContext, blob: Uint8Array, info: BlockInfo) {
  const { majorVersion, height } = info
  const seedHash = hexToBytes(chain.idAt(seedHeight(height, seedEpoch))!)
  const hashing = blockHashingBlob(parseBlock(blob))
  return bytesToHex(await pow.hash(hashing, { majorVersion, height, seedHash }))
}
