/**
 * The check of `do_sanity_checks` in `/send_raw_transaction`. It protects senders whose node gave them bad
 * decoys, and is not a consensus rule.
 *
 * @module
 */
import { absoluteOffsets } from '#protocol/chain/offsets.ts'
import { isCoinbase, type Transaction } from '#protocol/chain/transaction.ts'
import { median } from '#protocol/rules/medians.ts'

/** Rings are checked only from this number of ring members, and of outputs in the chain, on. */
const fewestMembers = 11
const fewestOutputs = 10_000n

/**
 * Whether the ring members are plausible: mostly different, mostly recent.
 *
 * @param matureOutputs - Number of RingCT outputs that are old enough to be spent.
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
