/**
 * The valid types of outputs and of RingCT.
 *
 * @module
 * @see monero src/cryptonote_core/blockchain.cpp Blockchain::check_tx_outputs
 */
import type { Transaction } from '#protocol/chain/transaction.ts'
import type { Refusal } from '../types.ts'
import { refuse } from './refusal.ts'

/** The only type of version 16: CLSAG signatures and Bulletproofs+. */
export const ringCtType = 6

/** @see monero src/cryptonote_basic/cryptonote_format_utils.cpp check_output_types */
export function checkOutputTypes({ outputs }: Transaction): Refusal | undefined {
  const isTagged = outputs.every(({ viewTag }) => viewTag !== undefined)
  return isTagged ? undefined : refuse('view tags', 'invalid_output')
}

export function checkRingCtType(tx: Transaction): Refusal | undefined {
  if (tx.version === 1) return undefined
  const type = tx.ringct?.type ?? 0
  return type === ringCtType ? undefined : refuse(`RingCT type ${type}`, 'invalid_output')
}
