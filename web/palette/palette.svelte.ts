import { errorText } from '../format/error-text.ts'
import { text } from '../languages/text.ts'
import type { Session } from '../state/session.svelte.ts'
import { sortedTransfers, type WalletState } from '../state/wallet.svelte.ts'
import {
  accountEntry,
  addressEntry,
  contactEntry,
  screenEntries,
  settingEntries,
  transferEntry,
} from './entries.ts'
import { mapInSlices } from '../format/map-in-slices.ts'
import { indexed, search, type Entry, type Indexed } from './search.ts'

/** Number of results on screen. */
export const most = 40

/** The search over everything: what is typed, what is found, which result is active. Nothing of it is stored. */
export class Palette {
  query = $state('')
  #index = $state.raw<readonly Indexed[]>([])
  readonly results = $derived(search(this.#index, this.query, most))
  #active = $state(0)
  /** Index of the result that Enter chooses. */
  readonly active = $derived(Math.min(this.#active, this.results.length - 1))
  loading = $state(true)
  /** Why some entries are missing. */
  error = $state<string>()

  readonly #session: Session
  readonly #wallet: WalletState

  constructor(session: Session, wallet: WalletState) {
    this.#session = session
    this.#wallet = wallet
    this.#index = this.#known().map(indexed)
  }

  /** Reads what the page does not hold: contacts, addresses of all accounts, transfers of all accounts. */
  async load() {
    const parts = await Promise.all(
      [this.#contacts(), this.#transfers(), this.#addresses()].map((part) =>
        part.catch((error: unknown) => {
          this.error = errorText(error)
          return []
        }),
      ),
    )
    this.#index = [...this.#known().map(indexed), ...parts.flat()]
    this.loading = false
  }

  type(query: string) {
    this.query = query
    this.#active = 0
  }

  /** Moves to another result, from the last one to the first. */
  move(by: 1 | -1) {
    const { length } = this.results
    if (length > 0) this.#active = (this.active + by + length) % length
  }

  /** What the page holds already. */
  #known(): Entry[] {
    const accounts = this.#wallet.accounts?.subaddress_accounts ?? []
    return [
      ...screenEntries(),
      ...this.#commands(),
      ...settingEntries(),
      ...accounts.map(accountEntry),
    ]
  }

  #commands(): Entry[] {
    const { paying, wallets } = this.#session
    // As the button: locking during a payment could lose a signature.
    if (paying) return []
    const others = wallets?.filter((name) => name !== this.#wallet.name) ?? []
    return [
      {
        id: 'lock',
        title: text('Lock this wallet'),
        detail: text('Command'),
        target: { run: () => this.#session.lock() },
      },
      ...others.map((wallet) => ({
        id: `wallet ${wallet}`,
        title: wallet,
        detail: text('Wallet: locks this one first'),
        target: { run: () => this.#session.leave({ wallet }) },
      })),
    ]
  }

  async #contacts() {
    const { entries } = await this.#session.client.get_address_book({})
    return mapInSlices(entries, (contact) => indexed(contactEntry(contact)))
  }

  async #transfers() {
    const kinds = { in: true, out: true, pending: true, failed: true, pool: true }
    const found = await this.#session.client.get_transfers({ ...kinds, all_accounts: true })
    return mapInSlices(sortedTransfers(found), (transfer, position) =>
      indexed(transferEntry(transfer, position)),
    )
  }

  async #addresses() {
    const accounts = this.#wallet.accounts?.subaddress_accounts ?? []
    const answers = await Promise.all(
      accounts.map(async ({ account_index }) => {
        const { addresses } = await this.#session.client.get_address({ account_index })
        return addresses.map((address) => ({ account_index, address }))
      }),
    )
    return mapInSlices(answers.flat(), ({ account_index, address }) =>
      indexed(addressEntry(account_index, address)),
    )
  }
}
