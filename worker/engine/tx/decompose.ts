/**
 * Decomposed amounts: each output of a version 1 transaction holds one decimal digit followed by zeros.
 *
 * @module
 * @see monero src/cryptonote_basic/cryptonote_format_utils.h decompose_amount_into_digits
 */

/** The decomposed parts of an amount, the smallest first. @param amount - In piconero. */
export function decompose(amount: bigint): bigint[] {
  const digits: bigint[] = []
  for (let [rest, order] = [amount, 1n]; rest > 0n; [rest, order] = [rest / 10n, order * 10n])
    if (rest % 10n > 0n) digits.push((rest % 10n) * order)
  return digits
}

/**
 * Whether a pre-RingCT output has an amount that is not one digit followed by zeros, so no decoys exist.
 *
 * @see monero src/cryptonote_basic/cryptonote_format_utils.cpp is_valid_decomposed_amount
 */
export const isNotDecomposed = ({ ringct, amount }: { ringct: boolean; amount: bigint }): boolean =>
  !ringct && decompose(amount).length !== 1

/** Change up to this amount is added to the fee. monero DEFAULT_DUST_THRESHOLD */
const dustThreshold = 2_000_000_000n

/** The last digits of the change, for which no output is made. */
export function dustIn(change: bigint): bigint {
  const low = change % 10_000_000_000n
  return low <= dustThreshold ? low : change % 1_000_000_000n
}
