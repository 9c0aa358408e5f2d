/**
 * Sums and comparisons of exact integers.
 *
 * @module
 */

export const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)

export const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** The order of `sort`: ascending. */
export const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)

export const sum = (values: readonly bigint[]): bigint =>
  values.reduce((total, value) => total + value, 0n)

/** The sum of what `items` are worth. */
export const sumOfAmounts = (items: readonly { amount: bigint }[]): bigint =>
  items.reduce((total, { amount }) => total + amount, 0n)
