/**
 * Time and chance, as browsers and Node have them alike.
 *
 * @module
 */
import type { RandomBytes } from '#wasm/types.ts'
import type { Clock } from '../engine/base/ports.ts'

export const systemClock: Clock = {
  now: () => BigInt(Math.floor(Date.now() / 1000)),
  monotonicMs: () => performance.now(),
  sleep: (ms) => (ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : turn()),
}

/** Resolves when what waits already had its turn. Of nested timers of 0 browsers make ones of 4 ms. */
const turn = typeof setImmediate === 'function' ? immediate : messages()

function immediate(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function messages(): () => Promise<void> {
  const { port1, port2 } = new MessageChannel()
  const waiting: (() => void)[] = []
  port1.onmessage = () => waiting.shift()?.()
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      port2.postMessage(undefined)
    })
}

/** The most that one call of `getRandomValues` gives. */
const atMost = 65_536

export const systemRandom: RandomBytes = (length) => {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; at += atMost)
    crypto.getRandomValues(bytes.subarray(at, at + atMost))
  return bytes
}
