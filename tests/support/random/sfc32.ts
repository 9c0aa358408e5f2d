/**
 * Random bytes that a seed repeats: sfc32, good enough for statistics, not for keys.
 *
 * @module
 * @see PractRand, Chris Doty-Humphrey
 */
import type { RandomBytes } from '#wasm/types.ts'

/** Numbers of 32 bits. */
export function seededWords(seed: number): () => number {
  let [a, b, c, counter] = [0, seed | 0, seed ^ 0x9e3779b9, 1]
  const next = () => {
    const sum = (a + b + counter++) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }
  for (let warmUp = 0; warmUp < 20; warmUp++) next()
  return next
}

export function seededBytes(seed: number): RandomBytes {
  const next = seededWords(seed)
  return (length) => {
    const bytes = new Uint8Array(length)
    for (let at = 0; at < length; at += 4) {
      const word = next()
      for (let i = at; i < Math.min(at + 4, length); i++) bytes[i] = word >>> (8 * (i - at))
    }
    return bytes
  }
}

/** Whole numbers below a bound of at most 2^32. */
export function seededBelow(seed: number): (bound: number) => number {
  const words = seededWords(seed)
  return (bound) => words() % bound
}
