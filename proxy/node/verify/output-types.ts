/**
 * Which kinds of outputs and of RingCT a version of the rules has.
 *
 * @module
 * @see monero src/cryptonote_core/blockchain.cpp Blockchain::check_tx_outputs
 */
import type { RingCtType } from '#protocol/chain/ringct.ts'
import type { Transaction } from '#protocol/chain/transaction.ts'
import type { Refusal } from '../types.ts'
import { refuse } from './refusal.ts'

/** Version of the rules with which view tags came; the one after it demands them. */
const viewTagVersion = 15

/** @see monero src/cryptonote_basic/cryptonote_format_utils.cpp check_output_types */
export function checkOutputTypes({ outputs }: Transaction, version: number): Refusal | undefined {
  const tagged = outputs.filter(({ viewTag }) => viewTag !== undefined).length
  const all = tagged === outputs.length
  const fits = version > viewTagVersion ? all : tagged === 0 || (all && version === viewTagVersion)
  return fits ? undefined : refuse('view tags', 'invalid_output')
}

/** First and last version of the rules that take a type of RingCT; the last of 6 is not known yet. */
const versions: Record<RingCtType, readonly [first: number, last: number]> = {
  0: [4, 13],
  1: [4, 8],
  2: [4, 8],
  3: [8, 10],
  4: [10, 13],
  5: [13, 15],
  6: [15, Infinity],
}

export function checkRingCtType(tx: Transaction, version: number): Refusal | undefined {
  if (tx.version === 1) return undefined
  const type = tx.ringct?.type ?? 0
  const [first, last] = versions[type]
  const fits = version >= first && version <= last
  return fits ? undefined : refuse(`RingCT type ${type}`, 'invalid_output')
}
