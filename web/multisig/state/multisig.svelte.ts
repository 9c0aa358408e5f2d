import { createContext } from 'svelte'
import type { WalletClient } from '../../client.ts'
import { ofWallet } from '../../state/of-wallet.svelte.ts'
import type { WalletState } from '../../state/wallet.svelte.ts'
import { walletCalls, type WalletCalls } from '../../state/wallet-calls.ts'
import { InfoExchange } from './info-exchange.svelte.ts'
import { KeyExchange } from './key-exchange.svelte.ts'
import { readMessages } from './messages.ts'
import { MultisigPayment } from './payment.svelte.ts'
import { ProgressStore } from './progress-store.svelte.ts'

/** The multisig group of the open wallet: its key exchange, info exchange and payment. */
export class Multisig {
  readonly calls: WalletCalls
  readonly progress: ProgressStore
  readonly keyExchange: KeyExchange
  readonly infoExchange: InfoExchange
  readonly payment: MultisigPayment
  /** Base keys of the members; undefined before the group exists. */
  group = $state.raw<Awaited<ReturnType<WalletClient['get_multisig_members']>>['group']>()

  readonly #wallet: WalletState

  constructor(wallet: WalletState) {
    this.#wallet = wallet
    this.calls = walletCalls(wallet.session, wallet)
    this.progress = new ProgressStore(this.calls.client)
    this.keyExchange = new KeyExchange(this.calls, wallet, this.progress)
    this.infoExchange = new InfoExchange(this.calls, wallet, this.progress)
    this.payment = new MultisigPayment(this.calls, wallet, this.progress)
  }

  /** Loads the state of all three. */
  async start() {
    for (const { task } of [this.keyExchange, this.infoExchange, this.payment])
      task.error = undefined
    await this.progress.load()
    await this.#wallet.readGroup()
    await this.keyExchange.load()
    await this.#load()
  }

  /** Imports any message of another member. @returns The screen that shows it, or why it is refused. */
  async receive(text: string): Promise<{ screen: 'updates' | 'payment' } | { error: string }> {
    const read = readMessages(text)
    if (typeof read === 'string') return { error: read }
    if (read.every(({ kind }) => kind === 'keys'))
      return { error: 'This message belongs to the key exchange, which is complete.' }
    const screen = read.some(({ kind }) => kind === 'payment') ? 'payment' : 'updates'
    const to = screen === 'payment' ? this.payment : this.infoExchange
    const error = await to.receive(text)
    return error === undefined ? { screen } : { error }
  }

  /** Enters the next round of the key exchange. */
  advance() {
    return this.keyExchange.advance(() => this.#load())
  }

  async #load() {
    this.group = (await this.calls.client.get_multisig_members({})).group
    if (this.#wallet.group?.ready) await this.payment.start()
  }
}

export const [useMultisig, provideMultisig] = createContext<Multisig>()

/** The group of an open wallet. Its tasks continue when the user leaves the screen. */
export const multisigOf = ofWallet((wallet) => new Multisig(wallet))
