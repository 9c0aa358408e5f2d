/**
 * The sizes of parts.
 *
 * @module
 */
import { parseAmount } from '#protocol/amount.ts'

export const fewestParts = 2
/** One transaction has 16 outputs; one of them is change. */
export const mostParts = 15

/** Equal parts of an amount; what is left over goes to the first ones. @returns Undefined if a part would be zero. */
export function equalParts(amount: bigint, count: number): bigint[] | undefined {
  const share = amount / BigInt(count)
  const odd = Number(amount % BigInt(count))
  if (share === 0n) return undefined
  return Array.from({ length: count }, (_, index) => share + (index < odd ? 1n : 0n))
}

/** Typed sizes in XMR. @returns Undefined unless all are amounts above zero. */
export function typedParts(texts: readonly string[]): bigint[] | undefined {
  const amounts = texts.map((text) => parseAmount(text.trim()) ?? 0n)
  return amounts.every((amount) => amount > 0n) ? amounts : undefined
}
