/**
 * Transactions of real programs that spend outputs: RingCT of every type, and version 1.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { transactions } from '../../vectors/chain/vectors.ts'
import type { GivenTransaction } from './block-pieces.ts'

export const recordedSpends: readonly { name: string; id: Uint8Array; blob: Uint8Array }[] =
  transactions
    .map(([name, { id, hex }]) => ({ name, id: hexToBytes(id), blob: hexToBytes(hex) }))
    .filter(({ blob }) => prefixOf(blob).inputs.every(({ kind }) => kind === 'key'))

export const spendsOfVersion2 = recordedSpends.filter(({ blob }) => blob[0] === 2)

/** A transaction of version 2 without its prunable part. */
export function prunedForm(blob: Uint8Array): Required<GivenTransaction> {
  const { baseSize } = prefixOf(blob)
  return { blob: blob.slice(0, baseSize), prunable_hash: keccak_256(blob.subarray(baseSize)) }
}

function prefixOf(blob: Uint8Array) {
  return parseTransaction(blob, { pruned: true })
}
