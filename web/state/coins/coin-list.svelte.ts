import { errorText } from '../../format/error-text.ts'
import { ofWallet } from '../of-wallet.svelte.ts'
import type { WalletState } from '../wallet.svelte.ts'
import { coinChoiceOf, type CoinChoice } from './coin-choice.svelte.ts'
import { filterCoins, noCoinFilter, type Coin, type CoinFilter } from './coin-filter.ts'

/** The coins of the account on screen. Filter and position stay while other screens are shown. */
export class CoinList {
  filter = $state.raw<CoinFilter>(noCoinFilter)
  /** In the order of the chain; undefined while they are read. */
  coins = $state.raw<readonly Coin[]>()
  error = $state<string>()
  /** Key of the coin that the keyboard is on. */
  #active = $state('')
  /** The coin that was opened last, which gets the focus when the list is shown again. */
  opened: string | undefined

  readonly choice: CoinChoice
  readonly #wallet: WalletState
  #account: number | undefined
  #isReading = false
  #isDue = false

  /** The coins that the filter lets through. */
  found = $derived(filterCoins(this.coins ?? [], this.filter))
  /** Index of the row that the keyboard is on. */
  active = $derived(
    Math.max(
      0,
      this.found.findIndex(({ key }) => key === this.#active),
    ),
  )

  constructor(wallet: WalletState) {
    this.#wallet = wallet
    this.choice = coinChoiceOf(wallet)
  }

  /** Moves the keyboard to a row. */
  activate(index: number) {
    this.#active = this.found[index]?.key ?? ''
  }

  /** Reads the coins. Calls during a read are merged. */
  async read() {
    this.#isDue = true
    if (this.#isReading) return
    this.#isReading = true
    try {
      while (this.#isDue && this.#wallet.session.wallet === this.#wallet) {
        this.#isDue = false
        await this.#readOnce()
      }
    } finally {
      this.#isReading = false
    }
  }

  async #readOnce() {
    const { account, session } = this.#wallet
    if (account !== this.#account) this.coins = undefined
    this.#account = account
    try {
      const { coins } = await session.client.get_coins({ account_index: account })
      if (account !== this.#wallet.account) return
      this.coins = coins
      this.error = undefined
      this.choice.update(account, coins)
    } catch (error) {
      if (session.wallet === this.#wallet) this.error = errorText(error)
    }
  }

  async freeze(keyImages: string[], frozen: boolean) {
    await this.#wallet.session.client.freeze_coins({ key_images: keyImages, frozen })
    await this.read()
  }

  async label({ key }: Coin, label: string) {
    await this.#wallet.session.client.label_coin({ key, label })
    await this.read()
  }
}

/** The coins of an open wallet. */
export const coinListOf = ofWallet((wallet) => new CoinList(wallet))
