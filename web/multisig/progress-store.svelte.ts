import { RpcError } from '#protocol/errors.ts'
import { stringifyJson } from '#protocol/json.ts'
import type { WalletClient } from '../client.ts'
import { attribute, keptOf, nothingKept, type Kept } from './progress.ts'

/** What is under way, in the open wallet. */
export class Memory {
  kept = $state.raw<Kept>(nothingKept)

  readonly #client: WalletClient
  /** What was begun before. */
  #before = Promise.resolve()

  /** @param client - Of this wallet alone. */
  constructor(client: WalletClient) {
    this.#client = client
  }

  read(): Promise<void> {
    return this.#inTurn(async () => {
      try {
        this.kept = keptOf((await this.#client.get_attribute({ key: attribute })).value)
      } catch (error) {
        if (!(error instanceof RpcError) || error.reason !== 'ATTRIBUTE_NOT_FOUND') throw error
      }
    })
  }

  /**
   * On screen once it is stored. One change after the other, so that none undoes another.
   *
   * @param change - Or what it is made of what is kept when its turn comes.
   */
  keep(change: Partial<Kept> | ((kept: Kept) => Partial<Kept>)): Promise<void> {
    return this.#inTurn(async () => {
      const kept = {
        ...this.kept,
        ...(typeof change === 'function' ? change(this.kept) : change),
      }
      await this.#client.set_attribute({ key: attribute, value: stringifyJson(kept) })
      this.kept = kept
    })
  }

  #inTurn(task: () => Promise<void>): Promise<void> {
    const done = this.#before.then(task)
    // Who made a change hears what was wrong with it; the next one is made all the same.
    this.#before = done.catch(() => undefined)
    return done
  }
}
