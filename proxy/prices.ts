/**
 * Prices of one XMR for pages, from a source that the operator has chosen. The page cannot connect to it itself.
 *
 * However many clients ask, the source is asked at most once every five minutes, and learns of none.
 *
 * @module
 */
import type { Prices } from '#protocol/daemon/prices.ts'
import { decodeText, stringifyJson } from '#protocol/json/json.ts'
import { readBody } from './read-body.ts'
import { errorReply, reply } from './replies.ts'
import type { Send } from './upstream/fetch.ts'

/** In milliseconds. */
const freshMs = 300_000
const retryMs = 60_000
const timeoutMs = 10_000

/** A document with all currencies of the world has 5 kB. */
const longestAnswer = 64 * 1024

const mostCurrencies = 400

/** How deep the source may put its prices into other objects. */
const deepest = 8

type Effects = { send: Send; nowMs: () => number }

const effects: Effects = { send: (to, init) => fetch(to, init), nowMs: () => Date.now() }

/**
 * Answers with the newest prices and the time at which they were received, or with an error if none were received yet.
 *
 * @param url - Of a JSON document with an object of prices by currency, such as `{"monero":{"eur":150.25}}`.
 */
export function pricesReply(url: string, { send, nowMs } = effects): () => Promise<Response> {
  let newest: Prices | undefined
  let staleMs = -Infinity
  let running: Promise<void> | undefined
  async function load() {
    const found = await ask(url, send)
    const now = nowMs()
    if (found) newest = { prices: found, time: BigInt(Math.floor(now / 1000)) }
    staleMs = now + (found ? freshMs : retryMs)
  }
  return async () => {
    if (nowMs() >= staleMs) await (running ??= load().finally(() => (running = undefined)))
    if (!newest) return errorReply(502, 'The source of prices did not answer')
    return reply(200, 'application/json', stringifyJson(newest), { 'cache-control': 'no-cache' })
  }
}

/** The prices of the source; undefined for any failure. */
async function ask(url: string, send: Send): Promise<Prices['prices'] | undefined> {
  try {
    const answer = await send(url, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const bytes = await readBody(answer, longestAnswer)
    if (answer.status !== 200 || !bytes) return undefined
    return pricesIn(JSON.parse(decodeText(bytes)), deepest)
  } catch {
    // Connection failed, timed out or ended early, or no JSON: one error message covers all of them.
    return undefined
  }
}

/** The first object of prices by currency in a document. */
function pricesIn(value: unknown, depth: number): Prices['prices'] | undefined {
  if (typeof value !== 'object' || value === null || depth === 0) return undefined
  const found = Object.entries(value).flatMap(([name, price]) => {
    const text = priceText(price)
    return /^[a-z]{3}$/i.test(name) && text ? [{ currency: name.toUpperCase(), price: text }] : []
  })
  if (found.length > 0) return found.slice(0, mostCurrencies)
  for (const inner of Object.values(value)) {
    const deeper = pricesIn(inner, depth - 1)
    if (deeper) return deeper
  }
  return undefined
}

/** A price above zero as a decimal number; undefined for anything else. */
function priceText(value: unknown): string | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  return /^\d{1,15}(\.\d{1,15})?$/.test(text) && /[1-9]/.test(text) ? text : undefined
}
