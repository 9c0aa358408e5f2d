import { RpcError } from '#protocol/errors.ts'
import type { WalletClient } from '../../client.ts'

type Item = { readonly id: string }
type Client = Pick<WalletClient, 'get_attribute' | 'set_attribute'>

/** A short list in an attribute of the wallet, newest first. Attributes are encrypted with the wallet. */
export class StoredList<T extends Item> {
  items = $state.raw<readonly T[]>([])
  /** Whether they were read. */
  isLoaded = $state(false)

  readonly #client: Client
  readonly #attribute: string
  readonly #isItem: (value: unknown) => value is T
  readonly #most: number
  /** The newest read or write; the next one runs after it. */
  #last: Promise<unknown> = Promise.resolve()

  /** @param most - Older items are removed. */
  constructor(
    client: Client,
    attribute: string,
    isItem: (value: unknown) => value is T,
    most: number,
  ) {
    this.#client = client
    this.#attribute = attribute
    this.#isItem = isItem
    this.#most = most
  }

  /** @throws {RpcError} If the stored value is not readable. */
  load(): Promise<void> {
    return this.#enqueue(async () => {
      this.items = await this.#read()
      this.isLoaded = true
    })
  }

  /** Stores an item as the newest one, in place of the one with its id. */
  put(item: T): Promise<void> {
    return this.#change((items) => [item, ...items.filter(({ id }) => id !== item.id)])
  }

  remove(id: string): Promise<void> {
    return this.#change((items) => items.filter((item) => item.id !== id))
  }

  clear(): Promise<void> {
    return this.#change(() => [])
  }

  #change(change: (items: readonly T[]) => T[]): Promise<void> {
    return this.#enqueue(async () => {
      // Read again, so that a value that is not readable is never overwritten.
      const items = change(await this.#read()).slice(0, this.#most)
      await this.#client.set_attribute({ key: this.#attribute, value: JSON.stringify(items) })
      this.items = items
      this.isLoaded = true
    })
  }

  async #read(): Promise<T[]> {
    try {
      return this.#parse((await this.#client.get_attribute({ key: this.#attribute })).value)
    } catch (error) {
      if (error instanceof RpcError && error.reason === 'ATTRIBUTE_NOT_FOUND') return []
      throw error
    }
  }

  #parse(value: string): T[] {
    let stored: unknown
    try {
      stored = JSON.parse(value)
    } catch {
      throw this.#unreadable()
    }
    if (!Array.isArray(stored) || !stored.every(this.#isItem)) throw this.#unreadable()
    return stored
  }

  #unreadable() {
    return new RpcError(
      'UNKNOWN_ERROR',
      `A list of this wallet is not readable. Another program changed its attribute “${this.#attribute}”.`,
    )
  }

  #enqueue(task: () => Promise<void>): Promise<void> {
    const done = this.#last.then(task)
    // The caller gets the error of its task. Later tasks still run.
    this.#last = done.catch(() => undefined)
    return done
  }
}
