/**
 * The address book, in rows numbered without gaps.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import type { AddressBookRow } from '../store/records.ts'
import type { Store } from '../store/store.ts'

/**
 * Deleting a row moves the later rows up.
 *
 * @see monero src/wallet/wallet2.cpp add_address_book_row, delete_address_book_row
 */
export class AddressBook {
  readonly #store: Pick<Store, 'addressBook' | 'commit'>

  constructor(store: Pick<Store, 'addressBook' | 'commit'>) {
    this.#store = store
  }

  get size(): number {
    return this.#store.addressBook.size
  }

  /** @throws {RpcError} WRONG_INDEX */
  row(index: bigint): Readonly<AddressBookRow> {
    return found(this.#store.addressBook.get(`${index}`), index)
  }

  /** @returns Its index. */
  add(row: AddressBookRow): Promise<number> {
    const { addressBook } = this.#store
    return this.#store.commit((change) => {
      const index = addressBook.size
      change.put(addressBook, `${index}`, row)
      return index
    })
  }

  /** @throws {RpcError} WRONG_INDEX */
  edit(index: bigint, altered: Partial<AddressBookRow>): Promise<void> {
    const { addressBook } = this.#store
    return this.#store.commit((change) => {
      const row = found(change.get(addressBook, `${index}`), index)
      change.put(addressBook, `${index}`, { ...row, ...altered })
    })
  }

  /** @throws {RpcError} WRONG_INDEX */
  remove(index: bigint): Promise<void> {
    const { addressBook } = this.#store
    return this.#store.commit((change) => {
      found(addressBook.get(`${index}`), index)
      const last = addressBook.size - 1
      for (let at = Number(index); at < last; at++)
        change.put(addressBook, `${at}`, addressBook.get(`${at + 1}`)!)
      change.delete(addressBook, `${last}`)
    })
  }
}

function found<T>(row: T | undefined, index: bigint): T {
  if (row === undefined) throw new RpcError('WRONG_INDEX', `Index out of range: ${index}`)
  return row
}
