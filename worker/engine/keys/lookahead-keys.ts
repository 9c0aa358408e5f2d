/**
 * Addresses as they will be once blocks that are being looked at are entered.
 *
 * @module
 */
import { KeyTable } from './key-table.ts'
import type { SubaddressIndex } from '../store/records.ts'
import { Change, type Store } from '../store/store.ts'

/** What is known without the blocks, and how an address is made. */
export type KnownAddresses = {
  store: Pick<Store, 'accounts' | 'lookahead'>
  find(spendKey: Uint8Array): SubaddressIndex | undefined
  /** Stages that an address exists, and what is watched then. */
  expand(change: Change, index: SubaddressIndex): void
}

/**
 * A payment that was seen widens what is watched at once, so that later ones are found; the books say
 * so only when the blocks are entered. Blocks that prove to be a lie leave nothing.
 */
export class LookaheadAddresses {
  readonly #known: KnownAddresses
  /** The highest address used, by account. */
  readonly #used = new Map<number, number>()
  /** Never committed: what the books would be. */
  readonly #change = new Change()
  /** Place in {@link #watched} of each public spend key. */
  readonly #bySpendKey = new KeyTable()
  readonly #watched: SubaddressIndex[] = []

  constructor(known: KnownAddresses) {
    this.#known = known
  }

  /** The subaddress with this public spend key, when it is watched. */
  find(spendKey: Uint8Array): SubaddressIndex | undefined {
    const index = this.#bySpendKey.get(spendKey)
    return index === undefined ? this.#known.find(spendKey) : this.#watched[index]
  }

  /** A payment to `index` was seen. */
  async use({ account, address }: SubaddressIndex): Promise<void> {
    const { store, expand } = this.#known
    const existing = this.#change.get(store.accounts, `${account}`)?.labels.length ?? 0
    if (address < existing) return
    this.#used.set(account, address)
    const before = new Map(this.#change.staged.get(store.lookahead))
    expand(this.#change, { account, address })
    for (const [name] of this.#change.staged.get(store.lookahead) ?? [])
      if (this.#change.get(store.lookahead, name) !== before.get(name)) this.#watch(name)
  }

  /** Stages what was used. Keys that were made ahead are not made again. */
  stage(change: Change): void {
    const { lookahead } = this.#known.store
    for (const [name] of this.#change.staged.get(lookahead) ?? []) {
      const made = this.#change.get(lookahead, name)!
      const known = change.get(lookahead, name)?.spendKeys.length ?? 0
      if (made.spendKeys.length > known) change.put(lookahead, name, made)
    }
    for (const [account, address] of this.#used) this.#known.expand(change, { account, address })
  }

  // Keys that the books know already stay where they are.
  #watch(name: string) {
    const { lookahead } = this.#known.store
    const spendKeys = this.#change.get(lookahead, name)?.spendKeys ?? new Uint8Array()
    const known = lookahead.get(name)?.spendKeys.length ?? 0
    for (let at = known; at < spendKeys.length; at += 32) {
      const index = this.#watched.push({ account: Number(name), address: at / 32 }) - 1
      this.#bySpendKey.set(spendKeys.subarray(at, at + 32), index)
    }
  }
}
