/* eslint-disable svelte/prefer-svelte-reactivity -- maps and sets are replaced, never changed */
import { RpcError } from '#protocol/errors.ts'
import type { WalletClient } from '../../client.ts'

/**
 * Name of the attribute. Attributes are encrypted with the wallet, and monero-wallet-rpc has them too. Notes stay
 * what the user typed, for other wallets.
 */
const attribute = 'nightjar.categories'

/** Categories of transactions: a name for each transaction id. */
export class Categories {
  /** Whether they were read. */
  isLoaded = $state(false)
  #all = $state.raw<ReadonlyMap<string, string>>(new Map())
  /** All names in use, in alphabetical order. */
  names = $derived([...new Set(this.#all.values())].sort((a, b) => a.localeCompare(b)))

  readonly #client: Pick<WalletClient, 'get_attribute' | 'set_attribute'>
  /** The newest read or write; the next one runs after it. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(client: Pick<WalletClient, 'get_attribute' | 'set_attribute'>) {
    this.#client = client
  }

  /** The categories by transaction ids. */
  get all(): ReadonlyMap<string, string> {
    return this.#all
  }

  /** The category of a transaction; empty without one. */
  of(txid: string): string {
    return this.#all.get(txid) ?? ''
  }

  /** @throws {Error} If the stored value is not readable. */
  load(): Promise<void> {
    return this.#enqueue(async () => {
      this.#all = await this.#read()
      this.isLoaded = true
    })
  }

  /** Stores the category of a transaction. @param name - Empty removes it. */
  set(txid: string, name: string): Promise<void> {
    return this.#enqueue(async () => {
      // Read again, so that a value that was not readable is never overwritten.
      const all = await this.#read()
      if (name.trim() === '') all.delete(txid)
      else all.set(txid, name.trim())
      const value = JSON.stringify(Object.fromEntries(all))
      await this.#client.set_attribute({ key: attribute, value })
      this.#all = all
    })
  }

  async #read(): Promise<Map<string, string>> {
    try {
      const { value } = await this.#client.get_attribute({ key: attribute })
      return parseCategories(value)
    } catch (error) {
      if (error instanceof RpcError && error.reason === 'ATTRIBUTE_NOT_FOUND') return new Map()
      throw error
    }
  }

  #enqueue(task: () => Promise<void>): Promise<void> {
    const done = this.#last.then(task)
    // The caller gets the error of its task. Later tasks still run.
    this.#last = done.catch(() => undefined)
    return done
  }
}

function parseCategories(value: string): Map<string, string> {
  let stored: unknown
  try {
    stored = JSON.parse(value)
  } catch {
    throw unreadable()
  }
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) throw unreadable()
  const entries: [string, unknown][] = Object.entries(stored)
  if (!entries.every((entry): entry is [string, string] => typeof entry[1] === 'string'))
    throw unreadable()
  return new Map(entries)
}

const unreadable = () =>
  new RpcError(
    'UNKNOWN_ERROR',
    `The categories of this wallet are not readable. Another program changed its attribute “${attribute}”.`,
  )
