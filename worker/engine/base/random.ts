/**
 * Random choices without bias, from a source of random bytes, so that a test can repeat them.
 *
 * @module
 */
import type { RandomBytes } from '#wasm/types.ts'

/**
 * A number from 0 up to but not including `bound`, each as likely as the other.
 *
 * @param bound - 1 to 2^53.
 * @see monero src/crypto/crypto.h rand_idx
 */
export function randomIndex(random: RandomBytes, bound: number): number {
  if (!Number.isSafeInteger(bound) || bound < 1)
    throw new RangeError(`randomIndex: expected a bound of 1 to 2^53, got ${bound}`)
  // Values above the largest multiple of the bound would favour small results.
  const usable = 2 ** 53 - (2 ** 53 % bound)
  for (;;) {
    const value = random53(random)
    if (value < usable) return value % bound
  }
}

/** A number in [0, 1), one of 2^53 evenly spaced. */
export const randomFraction = (random: RandomBytes): number => random53(random) / 2 ** 53

function random53(random: RandomBytes): number {
  const bytes = random(7)
  const view = new DataView(bytes.buffer, bytes.byteOffset, 7)
  return (view.getUint32(0, true) & 0x1f_ffff) * 2 ** 32 + view.getUint32(3, true)
}

/** The same items in an order of which each is as likely as the other. */
export function shuffled<T>(random: RandomBytes, items: readonly T[]): T[] {
  const order = [...items]
  for (let last = order.length - 1; last > 0; last--) {
    const other = randomIndex(random, last + 1)
    const kept = order[last]!
    order[last] = order[other]!
    order[other] = kept
  }
  return order
}
