import { createContext } from 'svelte'
import { mineBlocks, paymentWaits } from './node.ts'
import type { WalletState } from './wallet.svelte.ts'

const key = 'nightjar.mine-payments'

/** Between two looks into the node's pool. */
const betweenLooksMs = 2_000

/** Mining on a private chain to the open wallet: blocks on request, and one for each payment that waits. */
export class Mining {
  /** Whether waiting payments are mined. Kept for this tab alone. */
  automatic = $state(sessionStorage.getItem(key) !== null)
  busy = $state(false)
  fault = $state<string>()

  readonly #wallet: WalletState

  constructor(wallet: WalletState) {
    this.#wallet = wallet
  }

  choose(automatic: boolean) {
    this.automatic = automatic
    if (automatic) sessionStorage.setItem(key, 'on')
    else sessionStorage.removeItem(key)
  }

  /** Mines `count` blocks; `fault` says when the node did not. */
  async mine(count: number) {
    const address = this.#wallet.addresses?.address
    if (address === undefined || this.busy) return
    this.busy = true
    this.fault = undefined
    try {
      await mineBlocks(address, count)
      await this.#wallet.refresh()
    } catch {
      this.fault = 'The node did not mine.'
    } finally {
      this.busy = false
    }
  }

  /** Mines a block whenever a payment waits, until the function that it gives is called. */
  watch(): () => void {
    let isOver = false
    let timer: ReturnType<typeof setTimeout>
    const rest = () => (timer = setTimeout(() => void look(), betweenLooksMs))
    const look = async () => {
      if ((await paymentWaits()) && !isOver) await this.mine(1)
      if (!isOver) rest()
    }
    rest()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }
}

export const [useMining, provideMining] = createContext<Mining>()
