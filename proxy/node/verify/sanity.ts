/**
 * What `/send_raw_transaction` looks at first when asked for `do_sanity_checks`: it guards a sender
 * whose node gave him bad decoys, and is no rule of the chain.
 *
 * @module
 */
import { absoluteOffsets } from '#protocol/chain/offsets.ts'
import { isCoinbase, type Transaction } from '#protocol/chain/transaction.ts'
import { median } from '#protocol/rules/medians.ts'

/** Rings are not looked at with fewer members in all, nor on a chain with fewer outputs. */
const fewestMembers = 11
const fewestOutputs = 10_000n

/**
 * Whether the ring members look like a sound choice: mostly different ones, mostly recent.
 *
 * @param matureOutputs - RingCT outputs in blocks that are old enough to spend from.
 * @see monero src/cryptonote_core/tx_sanity_check.cpp tx_sanity_check
 */
export function isSane(tx: Transaction, matureOutputs: bigint): boolean {
  if (isCoinbase(tx)) return false
  const members = tx.inputs.flatMap((input) =>
    input.kind === 'key' && input.amount === 0n ? absoluteOffsets(input.keyOffsets) : [],
  )
  if (members.length < fewestMembers || matureOutputs < fewestOutputs) return true
  const different = [...new Set(members)]
  if (different.length < Math.floor((members.length * 8) / 10)) return false
  return median(different) >= (matureOutputs * 6n) / 10n
}
