/**
 * The wallet's accounts and subaddresses: existing ones, watched ones, and their text form.
 *
 * @module
 */
import { formatAddress, parseAddress, type Network } from '#protocol/address.ts'
import { RpcError } from '#protocol/errors.ts'
import type { Crypto } from '#wasm/types.ts'
import type { TimeSlice } from '../base/time-slice.ts'
import { KeyTable } from './key-table.ts'
import type { LookaheadRecord, SubaddressIndex } from '../store/records.ts'
import type { Change, Store } from '../store/store.ts'
import { isIdentity } from './identity.ts'
import { LookaheadAddresses } from './lookahead-keys.ts'
import { requireLookahead, watchedAccounts, watchedAddresses, type Lookahead } from './lookahead.ts'

type Parts = { store: Store; crypto: Crypto; network: Network }

/** Label of the first account. @see monero wallet2.cpp setup_keys, generate */
export const firstLabel = 'Primary account'
/** Label of an account that a payment created. @see monero wallet2.cpp expand_subaddresses */
const foundLabel = 'Untitled account'

/**
 * Accounts and subaddresses of one wallet.
 *
 * Reads are answered from memory. A subaddress is found by its public spend key, which scanning an
 * output yields.
 */
export class Addresses {
  readonly #store: Store
  readonly #crypto: Crypto
  readonly #network: Network
  /** Position in {@link #watched} of each public spend key. */
  readonly #bySpendKey = new KeyTable()
  readonly #watched: SubaddressIndex[] = []
  /** Keys of each account that are in the map. */
  readonly #indexed: number[] = []
  readonly #written = new Map<string, string>()

  constructor({ store, crypto, network }: Parts) {
    this.#store = store
    this.#crypto = crypto
    this.#network = network
    this.#index()
  }

  /** Creates the first account and its lookahead in a new wallet. */
  async prepare(timeSlice: TimeSlice): Promise<void> {
    const { accounts, lookahead, info } = this.#store
    if (accounts.size > 0 && lookahead.size > 0) return
    const wider = await this.#widerBy(info.value.lookahead, timeSlice)
    await this.#store.commit((change) => {
      this.#stageWider(change, wider)
      this.#expand(change, { account: 0, address: 0 })
    })
  }

  /** Number of accounts. */
  get accountCount(): number {
    return this.#store.accounts.size
  }

  /** Number of addresses of an account; 0 when it does not exist. */
  addressCount(account: number): number {
    return this.#store.accounts.get(`${account}`)?.labels.length ?? 0
  }

  exists({ account, address }: SubaddressIndex): boolean {
    return address < this.addressCount(account)
  }

  /** Empty for a subaddress without a label. */
  label({ account, address }: SubaddressIndex): string {
    return this.#store.accounts.get(`${account}`)?.labels[address] ?? ''
  }

  /** The subaddress with this public spend key, when it is watched. */
  find(spendKey: Uint8Array): SubaddressIndex | undefined {
    const index = this.#bySpendKey.get(spendKey)
    return index === undefined ? undefined : this.#watched[index]
  }

  /** The own subaddress that an address of any kind pays; undefined for a foreign address. */
  indexOf(address: string): SubaddressIndex | undefined {
    const parsed = parseAddress(address, this.#network)
    return parsed && this.find(parsed.spendKey)
  }

  /** Public spend key of any subaddress. */
  spendKey({ account, address }: SubaddressIndex): Uint8Array {
    const watched = this.#store.lookahead.get(`${account}`)?.spendKeys
    const known = watched?.subarray(32 * address, 32 * address + 32)
    if (known?.length === 32) return known
    return this.#derive(account, address, 1)
  }

  /** Public view key of any subaddress: the view secret times its spend key. */
  viewKey(index: SubaddressIndex): Uint8Array {
    const { viewSecret, viewPublic } = this.#secrets
    if (isPrimary(index)) return viewPublic
    const key = this.#crypto.multiply(viewSecret, this.spendKey(index))
    if (!key) throw new Error('subaddress: the spend key is not a curve point')
    return key
  }

  /**
   * The text of any subaddress; the primary one is a standard address. Empty while the keys of a multisig
   * group are unknown: funds sent to such an address would be lost.
   */
  address(index: SubaddressIndex): string {
    return this.#written.get(nameOf(index)) ?? this.#write(index, this.viewKey(index))
  }

  /** The text of `count` addresses of an account, from `first` on: faster than one by one. */
  addressesFrom(account: number, first: number, count: number): string[] {
    const indices = Array.from({ length: count }, (_, i) => ({ account, address: first + i }))
    if (indices.some((index) => !this.#written.has(nameOf(index)))) {
      const viewKeys = this.#viewKeys(account, first, count)
      indices.forEach((index, i) => {
        const viewKey = viewKeys.subarray(32 * i, 32 * i + 32)
        this.#write(index, isPrimary(index) ? this.#secrets.viewPublic : viewKey)
      })
    }
    return indices.map((index) => this.address(index))
  }

  #viewKeys(account: number, first: number, count: number): Uint8Array {
    const { viewSecret, spendPublic } = this.#secrets
    const base = this.#crypto.multiply(viewSecret, spendPublic)
    if (!base) throw new Error('addresses: the public spend key is not a curve point')
    return this.#crypto.subaddressViewKeys(viewSecret, base, account, first, count)
  }

  #write(index: SubaddressIndex, viewKey: Uint8Array): string {
    const kind = isPrimary(index) ? 'standard' : 'subaddress'
    const spendKey = this.spendKey(index)
    if (isIdentity(this.#secrets.spendPublic)) return ''
    const text = formatAddress({ network: this.#network, kind, spendKey, viewKey })
    this.#written.set(nameOf(index), text)
    return text
  }

  /** Creates an account. @returns Its index. */
  createAccount(label: string): Promise<number> {
    return this.#store.commit((change) => {
      const account = countAccounts(this.#store, change)
      this.#expand(change, { account, address: 0 })
      this.#setLabel(change, { account, address: 0 }, label)
      return account
    })
  }

  /**
   * Creates addresses in an account, all with the same label.
   *
   * @param also - Stages what belongs to the addresses, in the same commit.
   * @returns Their indices. @throws RpcError ACCOUNT_INDEX_OUT_OF_BOUNDS
   */
  createAddresses(
    account: number,
    label: string,
    count: number,
    also: (change: Change, made: readonly number[]) => void = () => {},
  ): Promise<number[]> {
    return this.createLabelledAddresses(account, Array<string>(count).fill(label), also)
  }

  /** The same, with a label for each. @throws RpcError ACCOUNT_INDEX_OUT_OF_BOUNDS */
  createLabelledAddresses(
    account: number,
    labels: readonly string[],
    also: (change: Change, made: readonly number[]) => void = () => {},
  ): Promise<number[]> {
    this.requireAccount(account)
    return this.#store.commit((change) => {
      const first = this.#labels(change, account).length
      const made = labels.map((_, i) => first + i)
      this.#expand(change, { account, address: first + labels.length - 1 })
      const all = [...this.#labels(change, account).slice(0, first), ...labels]
      change.put(this.#store.accounts, `${account}`, { labels: all })
      also(change, made)
      return made
    })
  }

  /** @throws RpcError ACCOUNT_INDEX_OUT_OF_BOUNDS, ADDRESS_INDEX_OUT_OF_BOUNDS */
  setLabel(index: SubaddressIndex, label: string): Promise<void> {
    this.requireAddress(index)
    return this.#store.commit((change) => this.#setLabel(change, index, label))
  }

  /**
   * Sets the lookahead; addresses that are watched already stay so. Run it exclusively.
   *
   * @throws RpcError UNKNOWN_ERROR
   */
  async setLookahead(lookahead: Lookahead, timeSlice: TimeSlice): Promise<void> {
    requireLookahead(lookahead)
    const { info } = this.#store
    const wider = await this.#widerBy(lookahead, timeSlice)
    await this.#store.commit((change) => {
      change.setValue(info, { ...change.getValue(info)!, lookahead })
      this.#stageWider(change, wider)
      this.#expand(change, { account: 0, address: 0 })
    })
  }

  /** Stages the removal of all addresses but the first. Watched keys stay. */
  clear(change: Change): void {
    const { accounts } = this.#store
    for (const account of accounts.keys()) change.delete(accounts, account)
    change.put(accounts, '0', { labels: [firstLabel] })
  }

  /** Stages an empty lookahead after a change of keys; `prepare` fills it again. */
  rekey(change: Change): void {
    const { lookahead } = this.#store
    for (const account of lookahead.keys()) change.delete(lookahead, account)
    change.afterwards(() => {
      this.#bySpendKey.clear()
      this.#watched.length = this.#indexed.length = 0
      this.#written.clear()
    })
  }

  /** For scanning blocks whose payments are not in the ledger yet. */
  ahead(): LookaheadAddresses {
    return new LookaheadAddresses({
      store: this.#store,
      find: (spendKey) => this.find(spendKey),
      expand: (change, index) => this.#expand(change, index),
    })
  }

  /** @throws RpcError ACCOUNT_INDEX_OUT_OF_BOUNDS */
  requireAccount(account: number): void {
    if (account >= this.accountCount)
      throw new RpcError('ACCOUNT_INDEX_OUT_OF_BOUNDS', 'account index is out of bound')
  }

  /** @throws RpcError ACCOUNT_INDEX_OUT_OF_BOUNDS, ADDRESS_INDEX_OUT_OF_BOUNDS */
  requireAddress(index: SubaddressIndex): void {
    this.requireAccount(index.account)
    if (!this.exists(index))
      throw new RpcError('ADDRESS_INDEX_OUT_OF_BOUNDS', 'address index is out of bound')
  }

  get #secrets() {
    const secrets = this.#store.secrets.valueIfStored
    if (!secrets) throw new Error('addresses: the wallet has no keys')
    return secrets
  }

  #lookahead(change: Change): Lookahead {
    const info = change.getValue(this.#store.info)
    if (!info) throw new Error('addresses: the wallet has no description')
    return info.lookahead
  }

  #labels(change: Change, account: number): readonly string[] {
    return change.get(this.#store.accounts, `${account}`)?.labels ?? []
  }

  #setLabel(change: Change, { account, address }: SubaddressIndex, label: string) {
    const labels = [...this.#labels(change, account)]
    labels[address] = label
    change.put(this.#store.accounts, `${account}`, { labels })
  }

  // @see monero src/wallet/wallet2.cpp expand_subaddresses
  #expand(change: Change, { account, address }: SubaddressIndex) {
    const { accounts, lookahead } = this.#store
    for (let each = countAccounts(this.#store, change); each <= account; each++)
      change.put(accounts, `${each}`, { labels: [each === 0 ? firstLabel : foundLabel] })
    const labels = this.#labels(change, account)
    const more = Array.from({ length: address + 1 - labels.length }, () => '')
    if (more.length > 0) change.put(accounts, `${account}`, { labels: [...labels, ...more] })

    const wanted = this.#lookahead(change)
    const watched = watchedAccounts(countAccounts(this.#store, change), wanted)
    for (let each = 0; each < watched; each++) {
      const known = change.get(lookahead, `${each}`)
      const need = watchedAddresses(this.#labels(change, each).length, wanted)
      const wider = this.#widen(known, each, need)
      if (wider) change.put(lookahead, `${each}`, wider)
    }
    change.afterwards(() => this.#index())
  }

  // Works in slices of time, and commits the whole at the end. If the commit fails, the new keys are watched
  // without need.
  async #widerBy(wanted: Lookahead, timeSlice: TimeSlice): Promise<Map<string, LookaheadRecord>> {
    const wider = new Map<string, LookaheadRecord>()
    const accounts = watchedAccounts(this.accountCount, wanted)
    for (let account = 0; account < accounts; account++) {
      const known = this.#store.lookahead.get(`${account}`)?.spendKeys ?? new Uint8Array()
      const need = watchedAddresses(this.addressCount(account), wanted)
      let have = known.length / 32
      if (have >= need) continue
      const spendKeys = new Uint8Array(32 * need)
      spendKeys.set(known)
      while (have < need) {
        const count = Math.min(timeSlice.size, need - have)
        spendKeys.set(this.#derive(account, have, count), 32 * have)
        have += count
        this.#watch(account, spendKeys.subarray(0, 32 * have))
        await timeSlice.pause()
      }
      wider.set(`${account}`, { spendKeys })
    }
    return wider
  }

  #stageWider(change: Change, wider: ReadonlyMap<string, LookaheadRecord>) {
    const { lookahead } = this.#store
    for (const [account, record] of wider) {
      const known = change.get(lookahead, account)?.spendKeys.length ?? 0
      if (record.spendKeys.length > known) change.put(lookahead, account, record)
    }
  }

  #widen(known: LookaheadRecord | undefined, account: number, need: number) {
    const have = (known?.spendKeys.length ?? 0) / 32
    if (have >= need) return undefined
    const spendKeys = new Uint8Array(32 * need)
    if (known) spendKeys.set(known.spendKeys)
    spendKeys.set(this.#derive(account, have, need - have), 32 * have)
    return { spendKeys }
  }

  #derive(account: number, first: number, count: number) {
    const { viewSecret, spendPublic } = this.#secrets
    return this.#crypto.subaddressSpendKeys(viewSecret, spendPublic, account, first, count)
  }

  // Reads additions to the lookahead table.
  #index() {
    let count = 0
    for (const { spendKeys } of this.#store.lookahead.values()) count += spendKeys.length / 32
    this.#bySpendKey.reserve(count)
    for (let account = 0; ; account++) {
      const record = this.#store.lookahead.get(`${account}`)
      if (!record) return
      this.#watch(account, record.spendKeys)
    }
  }

  // Reads additions to the keys of an account.
  #watch(account: number, spendKeys: Uint8Array) {
    const from = this.#indexed[account] ?? 0
    const count = spendKeys.length / 32
    for (let address = from; address < count; address++) {
      const index = this.#watched.push({ account, address }) - 1
      this.#bySpendKey.set(spendKeys, index, 32 * address)
    }
    this.#indexed[account] = Math.max(from, count)
  }
}

const isPrimary = ({ account, address }: SubaddressIndex) => account === 0 && address === 0

const nameOf = ({ account, address }: SubaddressIndex) => `${account}:${address}`

// Accounts are numbered without gaps.
function countAccounts({ accounts }: Store, change: Change): number {
  let count = accounts.size
  while (change.get(accounts, `${count}`)) count++
  return count
}
