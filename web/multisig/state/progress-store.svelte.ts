import { RpcError } from '#protocol/errors.ts'
import type { WalletClient } from '../../client.ts'
import {
  emptyProgress,
  formatProgress,
  parseProgress,
  progressAttribute,
  type Progress,
} from './progress.ts'

/** The progress of the open wallet's group, stored in the wallet. */
export class ProgressStore {
  value = $state.raw<Progress>(emptyProgress)

  readonly #client: WalletClient
  /** The newest read or write; the next one runs after it. */
  #last = Promise.resolve()

  /** @param client - Calls this wallet only. */
  constructor(client: WalletClient) {
    this.#client = client
  }

  load(): Promise<void> {
    return this.#enqueue(async () => {
      try {
        const { value } = await this.#client.get_attribute({ key: progressAttribute })
        this.value = parseProgress(value)
      } catch (error) {
        if (!(error instanceof RpcError) || error.reason !== 'ATTRIBUTE_NOT_FOUND') throw error
      }
    })
  }

  /**
   * Stores a change, then shows it. Changes run one after the other, so that none overwrites another.
   *
   * @param change - The change, or a function of the progress at the time that it runs.
   */
  update(change: Partial<Progress> | ((progress: Progress) => Partial<Progress>)): Promise<void> {
    return this.#enqueue(async () => {
      const progress = {
        ...this.value,
        ...(typeof change === 'function' ? change(this.value) : change),
      }
      await this.#client.set_attribute({
        key: progressAttribute,
        value: formatProgress(progress),
      })
      this.value = progress
    })
  }

  #enqueue(task: () => Promise<void>): Promise<void> {
    const done = this.#last.then(task)
    // The caller gets the error of its task. Later tasks still run.
    this.#last = done.catch(() => undefined)
    return done
  }
}
