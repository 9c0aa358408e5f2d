/**
 * The price of one XMR from the server of the page. The request is the same for every wallet and currency.
 *
 * @module
 */
import { prices, pricesPath } from '#protocol/daemon/prices.ts'
import { parseJson } from '#protocol/json/json.ts'
import { isRate } from '../../format/rate.ts'
import type { Rate } from './rate.svelte.ts'

/** Why no price was loaded. `missing`: the server has prices, but not in this currency. `away`: it gave no prices. */
export type PriceProblem = 'missing' | 'away'

const patienceMs = 20_000

export async function loadPrice(
  currency: string,
  request: typeof fetch = (url, init) => fetch(url, init),
): Promise<Rate | PriceProblem> {
  try {
    const answer = await request(pricesPath, { signal: AbortSignal.timeout(patienceMs) })
    if (!answer.ok) return 'away'
    const { prices: offered, time } = prices.parse(parseJson(await answer.text()), '')
    const found = offered.find((each) => each.currency === currency)
    if (!found || !isRate(found.price)) return 'missing'
    const loadedMs = Number(time) * 1000
    const date = new Date(loadedMs).toISOString().slice(0, 10)
    return { currency, value: found.price, date, loadedMs }
  } catch {
    // No connection, no answer in time, or not this document: to the person it is the same.
    return 'away'
  }
}
