/* eslint-disable svelte/prefer-svelte-reactivity -- maps and sets are replaced, never changed */
import type { WalletClient } from '../../client.ts'
import { errorText } from '../../format/error-text.ts'
import { itemSearch } from '../../format/search-text.ts'
import { LateSearch } from '../lists/late-search.svelte.ts'
import { ofWallet } from '../of-wallet.svelte.ts'
import { sortedTransfers, type Transfer, type WalletState } from '../wallet.svelte.ts'
import { Categories } from './categories.svelte.ts'
import { matcher, noFilter, parseFilter, type HistoryFilter } from './filter.ts'
import { searchText } from './search.ts'

type Contact = Awaited<ReturnType<WalletClient['get_address_book']>>['entries'][number]

/**
 * The history of an open wallet: filter, search and position stay while other screens are shown. Nothing of it is
 * stored: it ends when the wallet is locked.
 */
export class HistoryState {
  filter = $state.raw<HistoryFilter>(noFilter)
  /** Name of a category; empty for all. Not in the address bar, since its name is private. */
  category = $state('')
  contacts = $state.raw<readonly Contact[]>([])
  /** Why contacts, categories or the transfers of other accounts could not be read. */
  error = $state<string>()
  /** Key of the row that the keyboard is on; the first one if no row has it. */
  #active = $state('')
  /** The transaction that was opened last, which gets the focus when the list is shown again. */
  opened: string | undefined
  readonly categories: Categories

  readonly #wallet: WalletState
  /** Transfers of all accounts, while the filter asks for them. */
  #everything = $state.raw<Transfer[]>()
  /** Number of reads of all accounts: an answer to an older one is ignored. */
  #reads = 0

  isEveryAccount = $derived(this.filter.account === 'all')
  /** Newest first; undefined while they are read. */
  transfers = $derived.by(() => (this.isEveryAccount ? this.#everything : this.#wallet.transfers))

  #names = $derived(
    new Map(
      this.contacts
        .filter(({ description }) => description !== '')
        .map(({ address, description }) => [address, description]),
    ),
  )
  /** The test for a search. Texts of transfers are made when they are first searched, and again when names change. */
  #searched = $derived.by(() => {
    const [names, categories] = [this.#names, this.categories.all]
    return itemSearch((transfer: Transfer) =>
      searchText(transfer, [contactsIn(names, transfer), categories.get(transfer.txid) ?? '']),
    )
  })
  readonly search = new LateSearch(
    () => this.transfers ?? [],
    () => this.#searched,
  )
  /** Transfers that match filter and search. */
  found = $derived.by(() => {
    const isMatch = matcher(this.filter, this.#chosenAddresses)
    const { isFound } = this.search
    return (this.transfers ?? []).filter(
      (transfer) =>
        isMatch(transfer) &&
        (this.category === '' || this.categories.of(transfer.txid) === this.category) &&
        isFound(transfer),
    )
  })

  /** Index of the row that the keyboard is on. New transactions above move it with its transaction. */
  active = $derived.by(() => {
    const key = this.#active
    const txid = key.slice(0, 64)
    const index = this.found.findIndex((each) => each.txid === txid && rowKey(each) === key)
    return Math.max(0, index)
  })

  constructor(wallet: WalletState) {
    this.#wallet = wallet
    this.categories = new Categories(wallet.session.client)
  }

  /** Reads contacts and categories. */
  async open() {
    this.error = undefined
    await this.#try(async () => {
      this.contacts = (await this.#wallet.session.client.get_address_book({})).entries
    })
    await this.#try(() => this.categories.load())
  }

  /** Moves the keyboard to a row. */
  activate(index: number) {
    const transfer = this.found[index]
    if (transfer) this.#active = rowKey(transfer)
  }

  /** Takes the filter from the fragment of the address bar. */
  show(fragment: string) {
    this.filter = parseFilter(fragment)
  }

  /** Reads the transfers of all accounts. */
  async readEverything() {
    const read = ++this.#reads
    await this.#try(async () => {
      const found = await this.#wallet.session.client.get_transfers({
        in: true,
        out: true,
        pending: true,
        failed: true,
        pool: true,
        pending_elsewhere: true,
        all_accounts: true,
      })
      if (read === this.#reads) this.#everything = sortedTransfers(found)
    })
  }

  /** Names of the recipients that are contacts. */
  contactsOf(transfer: Transfer): string {
    return contactsIn(this.#names, transfer)
  }

  /** Name of the contact with this address; undefined for others. */
  contactAt(address: string): string | undefined {
    return this.#names.get(address)
  }

  get #chosenAddresses(): ReadonlySet<string> | undefined {
    const { contact } = this.filter
    if (contact === '') return undefined
    const chosen = this.contacts.find(({ index }) => String(index) === contact)
    return new Set(chosen ? [chosen.address] : [])
  }

  async #try(task: () => Promise<void>) {
    try {
      await task()
    } catch (error) {
      if (this.#wallet.session.wallet === this.#wallet) this.error = errorText(error)
    }
  }
}

function contactsIn(names: ReadonlyMap<string, string>, { destinations }: Transfer): string {
  if (names.size === 0 || destinations.length === 0) return ''
  const found = destinations.map(({ address }) => names.get(address))
  return [...new Set(found.filter((name) => name !== undefined))].join(', ')
}

/** Identifies a row: a transaction can have one for each address and account. */
export const rowKey = ({ txid, type, subaddr_index: { major, minor } }: Transfer): string =>
  `${txid} ${type} ${major} ${minor}`

/** The history of an open wallet: always the same one. */
export const historyOf = ofWallet((wallet) => new HistoryState(wallet))
