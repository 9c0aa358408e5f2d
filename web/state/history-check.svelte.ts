import type { WalletClient } from '../client.ts'
import { errorText } from '../format/error-text.ts'
import { ofWallet } from './of-wallet.svelte.ts'
import type { WalletState } from './wallet.svelte.ts'

/** Blocks in one call: a pause waits for its end, and refreshes run between two calls. */
const blocksPerCall = 64

/** Verifies all received payments of an open wallet by whole blocks. It continues while other screens are shown. */
export class HistoryCheck {
  /** What is left; undefined before the first answer. */
  progress = $state.raw<Awaited<ReturnType<WalletClient['verify_history']>>>()
  /** Whether the user wants it to run. */
  wanted = $state(false)
  /** Why it ended. */
  error = $state<string>()
  /** Whether some of the range is verified, and some is left. */
  isUnfinished = $derived(
    this.progress !== undefined &&
      this.progress.blocks_left > 0n &&
      this.progress.next_height < this.progress.end_height,
  )

  readonly #wallet: WalletState
  #isRunning = false

  constructor(wallet: WalletState) {
    this.#wallet = wallet
  }

  /** Reads what is left. Requests nothing from the node. */
  async read() {
    await this.#call(0)
  }

  /** Verifies until nothing is left, a call fails, or {@link pause} or a lock ends it. */
  async start() {
    this.wanted = true
    this.error = undefined
    if (this.#isRunning) return
    this.#isRunning = true
    while (this.wanted && this.#isOpen) {
      await this.#call(blocksPerCall)
      if (this.progress?.blocks_left === 0n) this.wanted = false
    }
    this.#isRunning = this.wanted = false
  }

  pause() {
    this.wanted = false
  }

  get #isOpen(): boolean {
    return this.#wallet.session.wallet === this.#wallet
  }

  async #call(blocks: number) {
    try {
      this.progress = await this.#wallet.session.client.verify_history({ blocks })
    } catch (error) {
      this.wanted = false
      if (this.#isOpen) this.error = errorText(error)
    }
  }
}

/** The check of an open wallet: always the same one. */
export const historyCheckOf = ofWallet((wallet) => new HistoryCheck(wallet))
