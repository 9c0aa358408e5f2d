/**
 * The months of the chart, in the time zone of the user.
 *
 * @module
 */

/** Beginnings of all months from April 2014, when Monero began, to now; Unix seconds, ascending. */
export function monthStarts(now: Date): bigint[] {
  const count = (now.getFullYear() - 2014) * 12 + now.getMonth() - 3 + 1
  return Array.from({ length: Math.max(1, count) }, (_, index) =>
    BigInt(Math.floor(new Date(2014, 3 + index, 1).getTime() / 1000)),
  )
}

/** Height of an amount in a chart. @param most - The greatest amount; 0 draws nothing. */
export const scaled = (amount: bigint, most: bigint, height: number): number =>
  most > 0n && amount > 0n ? (Number((amount * 10_000n) / most) / 10_000) * height : 0

/** The end of an axis: the least number of one digit and zeros that reaches an amount. */
export function axisEnd(amount: bigint): bigint {
  if (amount <= 0n) return 0n
  const unit = 10n ** BigInt(amount.toString().length - 1)
  return ((amount + unit - 1n) / unit) * unit
}

/** How many months share one label, so that at most six labels stand below the chart. */
export const monthsPerLabel = (count: number): number => Math.max(1, Math.ceil(count / 6))
