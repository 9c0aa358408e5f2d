/* eslint-disable svelte/prefer-svelte-reactivity -- maps are replaced, never changed */
import { errorText } from '../../format/error-text.ts'
import type { WalletClient } from '../../client.ts'
import { ofWallet } from '../of-wallet.svelte.ts'
import type { WalletState } from '../wallet.svelte.ts'
import { canChoose, type Coin } from './coin-filter.ts'

type Checked = Awaited<ReturnType<WalletClient['check_coins']>>

/**
 * The coins of an account that the user chose. The engine computes their sum, and what a payment with them reveals.
 * Nothing of it is stored.
 */
export class CoinChoice {
  /** The chosen coins by their keys, in the order of choice. */
  coins = $state.raw<ReadonlyMap<string, Coin>>(new Map())
  /** Sum and links of the chosen coins; undefined while they are checked, and if they cannot be spent. */
  checked = $state.raw<Checked>()
  error = $state<string>()
  /** Whether the payment form spends these coins. */
  isForPayment = $state(false)
  /** Account of the coins. */
  #account = $state(0)
  #checks = 0

  readonly #wallet: WalletState

  constructor(wallet: WalletState) {
    this.#wallet = wallet
  }

  get count(): number {
    return this.coins.size
  }

  get sum(): bigint {
    return [...this.coins.values()].reduce((total, { amount }) => total + amount, 0n)
  }

  get frozen(): number {
    return this.#countOf('frozen')
  }

  get locked(): number {
    return this.#countOf('locked')
  }

  get isSpendable(): boolean {
    return this.count > 0 && this.frozen + this.locked === 0
  }

  get keyImages(): string[] {
    return [...this.coins.values()].map(({ key_image }) => key_image!)
  }

  has(coin: Coin): boolean {
    return this.coins.has(coin.key)
  }

  /** Chooses a coin, or drops it from the choice. */
  toggle(coin: Coin) {
    const { account } = this.#wallet
    const coins = new Map(account === this.#account ? this.coins : [])
    if (!coins.delete(coin.key) && canChoose(coin)) coins.set(coin.key, coin)
    this.#replace(coins)
  }

  /** Chooses exactly these coins, without those that cannot be chosen. */
  choose(coins: readonly Coin[]) {
    this.#replace(new Map(coins.filter(canChoose).map((coin) => [coin.key, coin])))
  }

  clear() {
    this.isForPayment = false
    this.#replace(new Map())
  }

  /** Takes the new states of an account's coins. Spent coins leave the choice. */
  update(account: number, coins: readonly Coin[]) {
    if (this.count === 0) return
    if (account !== this.#account) return this.clear()
    const kept = coins.filter((coin) => this.coins.has(coin.key) && canChoose(coin))
    this.#replace(new Map(kept.map((coin) => [coin.key, coin])))
  }

  /** The key images that a payment of this account spends; undefined if the wallet selects. */
  forPayment(account: number): string[] | undefined {
    return this.isForPayment && account === this.#account && this.count > 0
      ? this.keyImages
      : undefined
  }

  #countOf(wanted: Coin['state']): number {
    return [...this.coins.values()].filter(({ state }) => state === wanted).length
  }

  /** Labels and states can change without a change of the choice, so the coins are always replaced. */
  #replace(coins: ReadonlyMap<string, Coin>) {
    const isSame =
      coins.size === this.coins.size &&
      [...coins].every(([key, { state }]) => this.coins.get(key)?.state === state)
    this.coins = coins
    if (coins.size === 0) this.isForPayment = false
    if (isSame && this.#account === this.#wallet.account) return
    this.#account = this.#wallet.account
    this.checked = undefined
    void this.#check()
  }

  async #check() {
    const check = ++this.#checks
    this.error = undefined
    if (!this.isSpendable) return
    try {
      const params = { account_index: this.#account, key_images: this.keyImages }
      const checked = await this.#wallet.session.client.check_coins(params)
      if (check === this.#checks) this.checked = checked
    } catch (error) {
      if (check === this.#checks) this.error = errorText(error)
    }
  }
}

/** The choice of an open wallet. */
export const coinChoiceOf = ofWallet((wallet) => new CoinChoice(wallet))

/** The part of a payment's call that names the chosen coins; empty if the wallet selects. */
export function chosenParams(wallet: WalletState | undefined, account: number) {
  const key_images = wallet && coinChoiceOf(wallet).forPayment(account)
  return key_images ? { key_images } : {}
}
