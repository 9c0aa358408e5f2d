import { RpcError } from '#protocol/errors.ts'
import { stringifyJson } from '#protocol/json.ts'
import type { WalletClient } from '../client.ts'
import { attribute, keptOf, nothingKept, type Kept } from './kept.ts'

/** What is under way, in the open wallet. */
export class Memory {
  kept = $state.raw<Kept>(nothingKept)

  readonly #client: WalletClient

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

  /** On screen once it is stored. */
  async keep(change: Partial<Kept>) {
    const kept = { ...this.kept, ...change }
    await this.#client.set_attribute({ key: attribute, value: stringifyJson(kept) })
    this.kept = kept
  }
}
