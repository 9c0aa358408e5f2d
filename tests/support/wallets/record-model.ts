/**
 * What a wallet must have stored after calls that write, the last of which may have been cut off.
 *
 * @module
 */
import { expect } from 'vitest'
import type { Result } from '../programs/monerod.ts'
import { minerAddress } from '../programs/monerod.ts'

/** Calls a method of the wallet; throws when it is refused or when the wallet ends. */
type Call = (method: string, params?: unknown) => Promise<Result>

type State = {
  labels: string[]
  book: string[]
  /** Each call sets the notes of all transactions, so they are equal. */
  note: string
  attribute: string
}

/** Transactions with notes: one call writes so many records. */
const txids = Array.from({ length: 20 }, (_, at) => `${at + 10}`.repeat(32))
const attribute = { key: 'round' }

/** Most entries of a list: each round reads them all. */
const mostEntries = 12

export class RecordModel {
  readonly #below: (bound: number) => number
  #state: State = { labels: ['Primary account'], book: [], note: '', attribute: '' }
  /** The state after a call whose answer did not arrive. */
  #unanswered: State | undefined
  #writes = 0

  /** @param below - Random whole numbers. */
  constructor(below: (bound: number) => number) {
    this.#below = below
  }

  /** Makes a random call that writes. Rejects when its answer does not arrive. */
  async write(call: Call): Promise<void> {
    const { method, params, after } = this.#next()
    this.#unanswered = after
    await call(method, params)
    this.#state = after
    this.#unanswered = undefined
  }

  /** Expects all finished calls, and the unanswered one whole or not at all. */
  async expectStored(call: Call): Promise<void> {
    const stored = await read(call)
    const possible = [this.#state, ...(this.#unanswered ? [this.#unanswered] : [])]
    expect(possible).toContainEqual(stored)
    this.#state = stored
    this.#unanswered = undefined
  }

  #next(): { method: string; params: object; after: State } {
    const state = this.#state
    const text = `write ${++this.#writes}`
    const kind = this.#below(5)
    if (kind === 0 && state.book.length > 0) {
      const index = this.#below(state.book.length)
      const book = state.book.toSpliced(index, 1)
      return { method: 'delete_address_book', params: { index }, after: { ...state, book } }
    }
    if (kind <= 1 && state.book.length < mostEntries) {
      const params = { address: minerAddress, description: text }
      return {
        method: 'add_address_book',
        params,
        after: { ...state, book: [...state.book, text] },
      }
    }
    if (kind === 2 && state.labels.length < mostEntries)
      return {
        method: 'create_address',
        params: { account_index: 0, label: text },
        after: { ...state, labels: [...state.labels, text] },
      }
    if (kind === 3)
      return {
        method: 'set_attribute',
        params: { ...attribute, value: text },
        after: { ...state, attribute: text },
      }
    return {
      method: 'set_tx_notes',
      params: { txids, notes: txids.map(() => text) },
      after: { ...state, note: text },
    }
  }
}

async function read(call: Call): Promise<State> {
  const { addresses } = await call('get_address', { account_index: 0 })
  const { entries = [] } = await call('get_address_book', {})
  const { notes } = await call('get_tx_notes', { txids })
  expect(new Set(notes).size).toBe(1)
  const value = await call('get_attribute', attribute).catch(() => ({ value: '' }))
  return {
    labels: addresses.map(({ label }: Result) => label as string),
    book: entries.map(({ description }: Result) => description as string),
    note: notes[0],
    attribute: value.value,
  }
}
