/**
 * Tags of accounts, with their descriptions.
 *
 * @module
 */
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { RpcError } from '#protocol/errors.ts'
import type { TagRecord } from '../store/records.ts'
import type { Change, Store } from '../store/store.ts'

/** The parts of the wallet that tags need. */
export type TagParts = { store: Pick<Store, 'tags' | 'commit'>; accounts: () => number }

/** A tag. `accounts` are the indices of its accounts, ascending. */
export type Tag = TagRecord & { name: string }

/**
 * An account has at most one tag. A tag without accounts is removed with its description.
 *
 * @see monero src/wallet/wallet2.cpp get_account_tags, set_account_tag
 */
export class Tags {
  readonly #parts: TagParts

  constructor(parts: TagParts) {
    this.#parts = parts
  }

  /** All tags, ordered by the bytes of their names. */
  all(): Tag[] {
    return [...this.#parts.store.tags.rows]
      .map(([name, record]) => ({ name, ...record }))
      .sort((a, b) => (bytesOf(a.name) < bytesOf(b.name) ? -1 : 1))
  }

  has(name: string): boolean {
    return this.#parts.store.tags.has(name)
  }

  /** The tag of an account; empty when it has none. */
  of(account: number): string {
    for (const [name, { accounts }] of this.#parts.store.tags.rows)
      if (accounts.includes(account)) return name
    return ''
  }

  /**
   * Sets the tag of accounts; an empty tag removes it.
   *
   * @throws {RpcError} UNKNOWN_ERROR when there is no such account; nothing has changed then.
   */
  async set(accounts: readonly number[], name: string): Promise<void> {
    if (accounts.some((account) => account >= this.#parts.accounts()))
      throw new RpcError('UNKNOWN_ERROR', 'Account index out of bound')
    const { store } = this.#parts
    await store.commit((change) => {
      const bearing = change.get(store.tags, name)?.accounts ?? []
      for (const each of store.tags.rows.keys())
        this.#keep(change, each, (account) => !accounts.includes(account))
      if (name !== '') this.#put(change, name, [...bearing, ...accounts])
    })
  }

  /** @throws {RpcError} UNKNOWN_ERROR when no account has the tag. */
  describe(name: string, description: string): Promise<void> {
    const { store } = this.#parts
    return store.commit((change) => {
      if (name === '') throw new RpcError('UNKNOWN_ERROR', 'Tag must not be empty')
      const known = change.get(store.tags, name)
      if (!known) throw new RpcError('UNKNOWN_ERROR', 'Tag is unregistered')
      change.put(store.tags, name, { ...known, description })
    })
  }

  #keep(change: Change, name: string, isKept: (account: number) => boolean) {
    const accounts = change.get(this.#parts.store.tags, name)?.accounts ?? []
    const kept = accounts.filter(isKept)
    if (kept.length < accounts.length) this.#put(change, name, kept)
  }

  #put(change: Change, name: string, accounts: readonly number[]) {
    const { tags } = this.#parts.store
    // Includes a tag whose last account was removed in the same change.
    const description = (change.get(tags, name) ?? tags.get(name))?.description ?? ''
    const sorted = [...new Set(accounts)].sort((a, b) => a - b)
    if (sorted.length === 0) change.delete(tags, name)
    else change.put(tags, name, { description, accounts: sorted })
  }
}

const bytesOf = (text: string) => bytesToHex(utf8ToBytes(text))
