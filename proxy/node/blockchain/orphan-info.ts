/**
 * The data of an alternative block.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { parseBlock } from '#protocol/chain/block.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import { paidOut } from './miner-tx.ts'
import type { ChainState } from './chain-state.ts'
import type { AlternativeBlock, BlockInfo } from './types.ts'

/** The long-term weight is 0: it is known only for blocks of the main chain. */
export function orphanInfo({ store, ports }: ChainState, found: AlternativeBlock): BlockInfo {
  const block = parseBlock(found.blob)
  const parent = store.alternatives.get(found.prevId) ?? store.blocks.at(Number(found.height) - 1)
  return {
    height: found.height,
    id: found.id,
    prevId: found.prevId,
    majorVersion: block.majorVersion,
    minorVersion: block.minorVersion,
    timestamp: block.timestamp,
    nonce: block.nonce,
    difficulty: found.cumulativeDifficulty - (parent?.cumulativeDifficulty ?? 0n),
    cumulativeDifficulty: found.cumulativeDifficulty,
    reward: paidOut(block.minerTx),
    weight: found.weight,
    longTermWeight: 0n,
    generatedCoins: found.generatedCoins,
    txCount: block.txHashes.length,
    minerTxId: bytesToHex(transactionId(block.minerTx, undefined, ports.crypto.keccak256)),
  }
}
