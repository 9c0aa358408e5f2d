import { createContext } from 'svelte'
import { mineBlocks, hasPendingPayment } from './node.ts'
import type { WalletState } from './wallet.svelte.ts'

const key = 'nightjar.mine-payments'

/** Interval between two queries of the node's pool. */
const pollIntervalMs = 2_000

/** Mines to the open wallet on a private chain: on request, and when a payment is pending. */
export class Mining {
  /** Whether pending payments are mined. Stored for this tab only. */
  automatic = $state(sessionStorage.getItem(key) !== null)
  busy = $state(false)
  error = $state<string>()

  readonly #wallet: WalletState

  constructor(wallet: WalletState) {
    this.#wallet = wallet
  }

  choose(automatic: boolean) {
    this.automatic = automatic
    if (automatic) sessionStorage.setItem(key, 'on')
    else sessionStorage.removeItem(key)
  }

  /** Mines `count` blocks. `error` explains a failure. */
  async mine(count: number) {
    const address = this.#wallet.addresses?.address
    if (address === undefined || this.busy) return
    this.busy = true
    this.error = undefined
    try {
      await mineBlocks(address, count)
      await this.#wallet.refresh()
    } catch {
      this.error = 'Mining failed. Check that the node is running.'
    } finally {
      this.busy = false
    }
  }

  /** Mines a block whenever a payment is pending. @returns A function that stops. */
  watch(): () => void {
    let stopped = false
    let timer: ReturnType<typeof setTimeout>
    const schedule = () => (timer = setTimeout(() => void poll(), pollIntervalMs))
    const poll = async () => {
      if ((await hasPendingPayment()) && !stopped) await this.mine(1)
      if (!stopped) schedule()
    }
    schedule()
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }
}

export const [useMining, provideMining] = createContext<Mining>()
