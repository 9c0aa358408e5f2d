/**
 * Amounts as users write them: XMR with up to twelve decimals. In code an amount is a bigint of piconero.
 *
 * @module
 */
import { max64 } from './fields.ts'

/** Decimals of an XMR. @see monero src/cryptonote_config.h CRYPTONOTE_DISPLAY_DECIMAL_POINT */
export const decimals = 12

/**
 * Reads an amount of XMR: `1`, `0.5`, `.5`, `5.`; white space around it and zeros beyond the
 * twelfth decimal are ignored. `undefined` for anything else: signs, exponents, grouping, more than a u64.
 *
 * @returns Piconero.
 * @see monero src/cryptonote_basic/cryptonote_format_utils.cpp parse_amount
 */
export function parseAmount(text: string): bigint | undefined {
  const match = /^(\d*)(?:\.(\d*))?$/.exec(trimmed(text))
  const [, whole = '', given = ''] = match ?? []
  if (whole.length + given.length === 0) return undefined
  const fraction = given.slice(0, decimals) + withoutLastZeros(given.slice(decimals))
  if (fraction.length > decimals) return undefined
  const digits = (whole + fraction.padEnd(decimals, '0')).replace(/^0+/, '')
  // 20 digits hold a u64; longer text would only cost time.
  if (digits.length > 20) return undefined
  const amount = BigInt(digits || '0')
  return amount <= max64 ? amount : undefined
}

// The white space of C's isspace.
const spaces = ' \t\n\v\f\r'

function trimmed(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && spaces.includes(text.charAt(start))) start++
  while (end > start && spaces.includes(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

// A loop: a regular expression anchored at the end takes quadratic time on text that does not match.
function withoutLastZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}

export type AmountStyle = {
  /** Omits trailing zeros: `1.5` and `2` instead of all twelve decimals. */
  short?: boolean
  /** Put between groups of three digits, before and after the point: a thin space, for example. */
  group?: string
}

/**
 * Writes an amount of XMR with all its decimals, as monero does, or as `style` says.
 *
 * @param piconero - Any integer; below zero it has a minus sign.
 * @see monero src/cryptonote_basic/cryptonote_format_utils.cpp print_money
 */
export function formatAmount(
  piconero: bigint,
  { short = false, group = '' }: AmountStyle = {},
): string {
  const sign = piconero < 0n ? '-' : ''
  const digits = String(piconero < 0n ? -piconero : piconero).padStart(decimals + 1, '0')
  const whole = grouped(digits.slice(0, -decimals), /\B(?=(?:\d{3})+$)/g, group)
  const all = digits.slice(-decimals)
  const fraction = short ? withoutLastZeros(all) : all
  if (!fraction) return sign + whole
  return `${sign}${whole}.${grouped(fraction, /(?<=^(?:\d{3})+)(?=\d)/g, group)}`
}

const grouped = (digits: string, between: RegExp, group: string) =>
  group === '' ? digits : digits.replace(between, () => group)
