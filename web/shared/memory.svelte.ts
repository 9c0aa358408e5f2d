import { RpcError } from '#protocol/errors.ts'
import { stringifyJson } from '#protocol/json.ts'
import type { WalletClient } from '../client.ts'
import { attribute, keptOf, nothingKept, type Kept } from './kept.ts'

/** What is under way, in the open wallet. */
export class Memory {
  kept = $state.raw<Kept>(nothingKept)

  readonly #client: WalletClient
  /** The change before. */
  #before = Promise.resolve()

  constructor(client: WalletClient) {
    this.#client = client
  }

  async read() {
    try {
      this.kept = keptOf((await this.#client.get_attribute({ key: attribute })).value)
    } catch (error) {
      if (!(error instanceof RpcError) || error.reason !== 'ATTRIBUTE_NOT_FOUND') throw error
    }
  }

  /** On screen once it is stored. One change after the other, so that none undoes another. */
  keep(change: Partial<Kept>): Promise<void> {
    const stored = this.#before.then(() => this.#store(change))
    // Who made a change hears what was wrong with it; the next one is made all the same.
    this.#before = stored.catch(() => undefined)
    return stored
  }

  async #store(change: Partial<Kept>) {
    const kept = { ...this.kept, ...change }
    await this.#client.set_attribute({ key: attribute, value: stringifyJson(kept) })
    this.kept = kept
  }
}
