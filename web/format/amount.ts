/**
 * Formats amounts: exact, in XMR, from bigints only.
 *
 * An amount looks the same in every language: a point before the decimals, thin spaces between thousands. It is
 * typed, copied and sent with a point. With the separators of the language, "1.500" would be one and a half XMR in
 * a field and fifteen hundred beside it.
 *
 * @module
 */
import { decimals, parseAmount } from '#protocol/amount.ts'

const perCoin = 1_000_000_000_000n

export type ShownAmount = { sign: string; whole: string; fraction: string }

/**
 * Splits an amount into its parts on screen.
 *
 * @param piconero - May be negative.
 * @returns `whole` grouped by thin spaces; `fraction` of 4 to 12 digits, all 12 when `exact`.
 */
export function splitAmount(
  piconero: bigint,
  { sign = false, exact = false }: { sign?: boolean; exact?: boolean } = {},
): ShownAmount {
  const size = piconero < 0n ? -piconero : piconero
  const digits = (size % perCoin).toString().padStart(12, '0')
  return {
    sign: piconero < 0n ? '\u2212' : sign ? '+' : '',
    whole: (size / perCoin).toString().replace(/\B(?=(\d{3})+$)/g, '\u202f'),
    fraction: exact ? digits : digits.replace(/0{1,8}$/, ''),
  }
}

const plain = new RegExp(`^\\d+(\\.\\d{0,${decimals}})?$`)

/** Why a typed amount is invalid; undefined for an empty text. */
export function amountError(text: string): string | undefined {
  const typed = text.trim()
  if (typed === '' || parseAmount(typed) !== undefined) return undefined
  if (plain.test(typed)) return 'Amount exceeds the total supply.'
  return `Enter a number like 1.5, with at most ${decimals} decimals.`
}
