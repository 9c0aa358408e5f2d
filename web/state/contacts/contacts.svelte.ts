/* eslint-disable svelte/prefer-svelte-reactivity -- maps are replaced, never changed */
import { RpcError } from '#protocol/errors.ts'
import type { WalletClient } from '../../client.ts'
import { containsWords } from '../../format/search-text.ts'
import { ofWallet } from '../of-wallet.svelte.ts'
import { walletCalls } from '../wallet-calls.ts'
import { readContacts, type NamedAddress } from './contacts-file.ts'

export type Contact = NamedAddress & { index: bigint }

/** What an import did, and the lines that it left out. */
export type Imported = { added: number; known: number; wrong: readonly number[] }

type Client = Pick<
  WalletClient,
  | 'get_address_book'
  | 'add_address_book'
  | 'edit_address_book'
  | 'delete_address_book'
  | 'validate_address'
>

/** The address book of a wallet, in alphabetical order. */
export class Contacts {
  all = $state.raw<readonly Contact[]>([])
  isLoaded = $state(false)
  #names = $derived(new Map(this.all.map(({ address, name }) => [address, name])))

  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /** The name of an address; empty without one. */
  nameOf(address: string): string {
    return this.#names.get(address) ?? ''
  }

  /** Whether the address is in the book, with or without a name. */
  has(address: string): boolean {
    return this.#names.has(address)
  }

  /** Contacts with all words in their name or address. */
  search(query: string): readonly Contact[] {
    return this.all.filter(({ name, address }) => containsWords(`${name} ${address}`, query))
  }

  async load() {
    const { entries } = await this.#client.get_address_book({})
    this.all = entries
      .map(({ index, address, description }) => ({ index, address, name: description }))
      .sort((a, b) => a.name.localeCompare(b.name))
    this.isLoaded = true
  }

  /** @throws {RpcError} For an invalid address, or one that has a contact. */
  async add({ name, address }: NamedAddress) {
    const wanted = { name: name.trim(), address: address.trim() }
    await this.#check(wanted)
    await this.#client.add_address_book({ address: wanted.address, description: wanted.name })
    await this.load()
  }

  /** @throws {RpcError} As {@link add}. */
  async edit(contact: Contact, { name, address }: NamedAddress) {
    const wanted = { name: name.trim(), address: address.trim() }
    await this.#check(wanted, contact)
    await this.#client.edit_address_book({
      index: contact.index,
      set_address: wanted.address !== contact.address,
      address: wanted.address,
      set_description: true,
      description: wanted.name,
    })
    await this.load()
  }

  /** Later entries have other indices then. */
  async remove(contact: Contact) {
    await this.#client.delete_address_book({ index: contact.index })
    await this.load()
  }

  /** Adds the contacts of a file. Those whose address is known are left out. */
  async import(text: string): Promise<Imported> {
    const wrong: number[] = []
    const seen = new Set(this.#names.keys())
    let [added, known] = [0, 0]
    try {
      for (const { line, contact } of readContacts(text)) {
        if (!contact || !(await this.#isValid(contact.address))) wrong.push(line)
        else if (seen.has(contact.address)) known++
        else {
          seen.add(contact.address)
          const { address, name: description } = contact
          await this.#client.add_address_book({ address, description })
          added++
        }
      }
    } finally {
      await this.load()
    }
    return { added, known, wrong }
  }

  async #check({ name, address }: NamedAddress, own?: Contact) {
    if (name === '') throw new RpcError('UNKNOWN_ERROR', 'Type a name for this contact.')
    if (address === own?.address) return
    if (!(await this.#isValid(address)))
      throw new RpcError('UNKNOWN_ERROR', 'This is not a Monero address of this network.')
    if (this.has(address))
      throw new RpcError(
        'UNKNOWN_ERROR',
        `This address is already a contact: ${this.nameOf(address)}`,
      )
  }

  async #isValid(address: string): Promise<boolean> {
    return (await this.#client.validate_address({ address })).valid
  }
}

/** Those of an open wallet. */
export const contactsOf = ofWallet(
  (wallet) => new Contacts(walletCalls(wallet.session, wallet).client),
)
