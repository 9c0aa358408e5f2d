import { RpcError } from '#protocol/errors.ts'
import type { WalletClient } from '../../client.ts'

/** How a value of an attribute becomes text, and back. */
export type AttributeForm<T> = {
  /** Name of the wallet attribute. */
  key: string
  empty: T
  /** @returns `empty` for a value of another program. */
  parse: (value: string) => T
  format: (value: T) => string
}

/** What a task has under way, stored in the wallet, encrypted: a reload loses nothing. */
export class AttributeStore<T extends object> {
  value = $state.raw() as T

  readonly #form: AttributeForm<T>
  readonly #client: WalletClient
  /** The newest read or write; the next one runs after it. */
  #last = Promise.resolve()

  /** @param client - Calls this wallet only. */
  constructor(client: WalletClient, form: AttributeForm<T>) {
    this.#client = client
    this.#form = form
    this.value = form.empty
  }

  load(): Promise<void> {
    return this.#enqueue(async () => {
      try {
        const { value } = await this.#client.get_attribute({ key: this.#form.key })
        this.value = this.#form.parse(value)
      } catch (error) {
        if (!(error instanceof RpcError) || error.reason !== 'ATTRIBUTE_NOT_FOUND') throw error
      }
    })
  }

  /**
   * Stores a change, then shows it. Changes run one after the other, so that none overwrites another.
   *
   * @param change - The change, or a function of the value at the time that it runs.
   */
  update(change: Partial<T> | ((value: T) => Partial<T>)): Promise<void> {
    return this.#enqueue(async () => {
      const next = {
        ...this.value,
        ...(typeof change === 'function' ? change(this.value) : change),
      }
      await this.#client.set_attribute({ key: this.#form.key, value: this.#form.format(next) })
      this.value = next
    })
  }

  #enqueue(task: () => Promise<void>): Promise<void> {
    const done = this.#last.then(task)
    // The caller gets the error of its task. Later tasks still run.
    this.#last = done.catch(() => undefined)
    return done
  }
}
