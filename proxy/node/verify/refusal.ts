/**
 * Why a transaction is refused, as clients of `/send_raw_transaction` are told.
 *
 * @module
 */
import type { Refusal, RefusalFlag } from '../types.ts'

/** Flags with their words, in the order in which a client reads them; the others have none. */
const words: readonly (readonly [RefusalFlag, string])[] = [
  ['low_mixin', 'bad ring size'],
  ['double_spend', 'double spend'],
  ['invalid_input', 'invalid input'],
  ['invalid_output', 'invalid output'],
  ['too_big', 'too big'],
  ['overspend', 'overspend'],
  ['fee_too_low', 'fee too low'],
  ['too_few_outputs', 'too few outputs'],
  ['tx_extra_too_big', 'tx-extra too big'],
  ['nonzero_unlock_time', 'tx unlock time is not zero'],
]

/** @param reason - The rule that was broken, for logs and tests: clients see {@link wordsOf}. */
export const refuse = (reason: string, ...flags: RefusalFlag[]): Refusal => ({ reason, flags })

/**
 * What `/send_raw_transaction` gives as `reason`: the words of the flags, empty when there is none.
 *
 * @see monero src/rpc/core_rpc_server.cpp on_send_raw_tx
 */
export const wordsOf = (flags: readonly RefusalFlag[]): string =>
  words.flatMap(([flag, text]) => (flags.includes(flag) ? [text] : [])).join(', ')
