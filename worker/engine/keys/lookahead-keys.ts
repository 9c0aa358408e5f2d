/**
 * The lookahead as it will be once the blocks being scanned are applied.
 *
 * @module
 */
import { KeyTable } from './key-table.ts'
import type { SubaddressIndex } from '../store/records.ts'
import { Change, type Store } from '../store/store.ts'

/** The committed lookahead, and how keys are made. */
export type KnownAddresses = {
  store: Pick<Store, 'accounts' | 'lookahead'>
  find(spendKey: Uint8Array): SubaddressIndex | undefined
  /** Stages that an address exists, and the extended lookahead. */
  expand(change: Change, index: SubaddressIndex): void
}

/**
 * A found payment extends the lookahead at once, so that later ones are found. The ledger changes only when
 * the blocks are applied. Blocks that turn out invalid leave no trace.
 */
export class LookaheadAddresses {
  readonly #known: KnownAddresses
  /** The highest address used, by account. */
  readonly #used = new Map<number, number>()
  /** Never committed: the state that the ledger would have. */
  readonly #change = new Change()
  /** Position in {@link #watched} of each public spend key. */
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

  /** Notes a payment to `index`. */
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

  /** Stages the used addresses. Keys made here are reused. */
  stage(change: Change): void {
    const { lookahead } = this.#known.store
    for (const [name] of this.#change.staged.get(lookahead) ?? []) {
      const made = this.#change.get(lookahead, name)!
      const known = change.get(lookahead, name)?.spendKeys.length ?? 0
      if (made.spendKeys.length > known) change.put(lookahead, name, made)
    }
    for (const [account, address] of this.#used) this.#known.expand(change, { account, address })
  }

  // Keys that are committed already keep their position.
  #watch(name: string) {
    const { lookahead } = this.#known.store
    const spendKeys = this.#change.get(lookahead, name)?.spendKeys ?? new Uint8Array()
    const known = lookahead.get(name)?.spendKeys.length ?? 0
    for (let at = known; at < spendKeys.length; at += 32) {
      const index = this.#watched.push({ account: Number(name), address: at / 32 }) - 1
      this.#bySpendKey.set(spendKeys, index, at)
    }
  }
}
