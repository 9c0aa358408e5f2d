/**
 * Clock, random bytes and SHA-256, for browsers and Node.
 *
 * @module
 */
import type { RandomBytes } from '#wasm/types.ts'
import type { Clock, Sha256 } from '../engine/base/ports.ts'

export const systemClock: Clock = {
  now: () => BigInt(Math.floor(Date.now() / 1000)),
  monotonicMs: () => performance.now(),
  sleep: (ms) => (ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : turn()),
}

/** Resolves after the tasks that are already queued. Browsers delay nested timers of 0 ms to 4 ms. */
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

/** Limit of one call of `getRandomValues`. */
const atMost = 65_536

export const systemRandom: RandomBytes = (length) => {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; at += atMost)
    crypto.getRandomValues(bytes.subarray(at, at + atMost))
  return bytes
}

/** Undefined on a page without HTTPS. */
export const systemSha256: Sha256 | undefined =
  crypto.subtle && (async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
