/**
 * Converts between XMR and a currency, with exact integers.
 *
 * @module
 */
import { perLocale } from '../languages/locale.svelte.ts'

/** A decimal number: `units` times 10 to the power of −`scale`. */
type Decimal = { units: bigint; scale: number }

/** Digits after the point of an amount in the other currency. Yen have none, but a half yen does no harm. */
const currencyDecimals = 2

const mostDigits = 15

/** Reads a number such as 150.25; undefined for anything else. */
export function parseDecimal(text: string): Decimal | undefined {
  const [, whole, fraction = ''] = /^(\d*)(?:\.(\d*))?$/.exec(text.trim()) ?? []
  if (whole === undefined || whole.length + fraction.length === 0) return undefined
  if (whole.length > mostDigits || fraction.length > mostDigits) return undefined
  return { units: BigInt(whole + fraction), scale: fraction.length }
}

/** Whether a text is a rate: a number above zero. */
export const isRate = (text: string): boolean => (parseDecimal(text)?.units ?? 0n) > 0n

const power = (exponent: number) => 10n ** BigInt(exponent)

/**
 * Piconero for an amount in a currency, rounded down.
 *
 * @param rate - Units of the currency for one XMR.
 */
export function toPiconero(amount: string, rate: string): bigint | undefined {
  const [given, price] = [parseDecimal(amount), parseDecimal(rate)]
  if (!given || !price || price.units === 0n) return undefined
  return (given.units * power(price.scale) * power(12)) / (price.units * power(given.scale))
}

/** An amount in a currency, as it is typed: with two decimals, rounded to the nearest. */
export function toCurrency(piconero: bigint, rate: string): string | undefined {
  const price = parseDecimal(rate)
  if (!price) return undefined
  const divisor = power(12 + price.scale)
  const units = (2n * piconero * price.units * power(currencyDecimals) + divisor) / (2n * divisor)
  const digits = units.toString().padStart(currencyDecimals + 1, '0')
  return `${digits.slice(0, -currencyDecimals)}.${digits.slice(-currencyDecimals)}`
}

const names = perLocale((tag) => new Intl.DisplayNames(tag, { type: 'currency' }))

/** Whether a text is a code of three letters, such as EUR. */
export const isCurrency = (code: string): boolean => /^[A-Z]{3}$/.test(code)

/** The name of a currency in the language on screen; its code if it has no name. */
export const currencyName = (code: string): string => names().of(code) ?? code
