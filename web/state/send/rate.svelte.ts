import { isCurrency, isRate } from '../../format/rate.ts'
import { isObject } from './form-content.ts'
import { loadPrice, type PriceProblem } from './server-price.ts'

const key = 'nightjar.rate'

/** A loaded price is loaded again when it is older, in milliseconds. */
const freshMs = 600_000

/** What one XMR costs, as the user typed it or let the server of the page say it. */
export type Rate = {
  /** ISO 4217, such as EUR. */
  currency: string
  /** Units of the currency for one XMR, as typed. */
  value: string
  /** The day of the rate, YYYY-MM-DD. */
  date: string
  /** When the server received it, in milliseconds since 1970; absent for a typed one. */
  loadedMs?: number
}

/**
 * The rate for amounts in another currency, stored in this browser. It is typed, or loaded from the page's own server
 * where its operator offers prices and the user wants it. Other servers would learn when a wallet is used.
 */
class RateSetting {
  current = $state.raw(read())

  set(rate: Rate) {
    localStorage.setItem(key, JSON.stringify(rate))
    this.current = rate
  }

  /** Loads the price in this currency. @returns Why it could not be loaded; the rate is unchanged then. */
  async load(currency: string): Promise<PriceProblem | undefined> {
    const loaded = await loadPrice(currency)
    if (typeof loaded === 'string') return loaded
    this.set(loaded)
    return undefined
  }

  /** Loads a loaded price again if it is old. A typed one stays. */
  async renew(nowMs = Date.now()): Promise<void> {
    const { currency, loadedMs } = this.current ?? {}
    if (currency !== undefined && loadedMs !== undefined && nowMs - loadedMs >= freshMs)
      await this.load(currency)
  }

  remove() {
    localStorage.removeItem(key)
    this.current = undefined
  }
}

/** @returns Undefined where none is set, or another program stored something else. */
function parseRate(stored: string | null): Rate | undefined {
  try {
    const value: unknown = JSON.parse(stored ?? 'null')
    return isRateSetting(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isRateSetting = (value: unknown): value is Rate =>
  isObject(value) &&
  typeof value['currency'] === 'string' &&
  isCurrency(value['currency']) &&
  typeof value['value'] === 'string' &&
  isRate(value['value']) &&
  typeof value['date'] === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(value['date']) &&
  (value['loadedMs'] === undefined || Number.isSafeInteger(value['loadedMs']))

const read = () => (globalThis.localStorage ? parseRate(localStorage.getItem(key)) : undefined)

export const rateSetting = new RateSetting()
