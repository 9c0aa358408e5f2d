/**
 * Amounts in the clear: each output of a transaction of version 1 holds one digit, with zeros.
 *
 * @module
 * @see monero src/cryptonote_basic/cryptonote_format_utils.h decompose_amount_into_digits
 */

/** The amounts that make up an amount, the smallest first. @param amount - In piconero. */
export function decompose(amount: bigint): bigint[] {
  const digits: bigint[] = []
  for (let [rest, order] = [amount, 1n]; rest > 0n; [rest, order] = [rest / 10n, order * 10n])
    if (rest % 10n > 0n) digits.push((rest % 10n) * order)
  return digits
}

/**
 * Whether an output of before RingCT is of no amount that others are of: not of a digit with zeros.
 *
 * @see monero src/cryptonote_basic/cryptonote_format_utils.cpp is_valid_decomposed_amount
 */
export const isNotDecomposed = ({ ringct, amount }: { ringct: boolean; amount: bigint }): boolean =>
  !ringct && decompose(amount).length !== 1

/** Change up to here goes to the miner. monero DEFAULT_DUST_THRESHOLD */
const dustThreshold = 2_000_000_000n

/** The part of change, its last digits, that no output is made of. */
export function dustIn(change: bigint): bigint {
  const low = change % 10_000_000_000n
  return low <= dustThreshold ? low : change % 1_000_000_000n
}
