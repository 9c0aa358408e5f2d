/**
 * Time and chance, as browsers and Node have them alike.
 *
 * @module
 */
import type { RandomBytes } from '#wasm/types.ts'
import type { Clock } from '../engine/ports.ts'

export const systemClock: Clock = {
  now: () => BigInt(Math.floor(Date.now() / 1000)),
  monotonicMs: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

/** The most that one call of `getRandomValues` gives. */
const atMost = 65_536

export const systemRandom: RandomBytes = (length) => {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; at += atMost)
    crypto.getRandomValues(bytes.subarray(at, at + atMost))
  return bytes
}
