import { Task } from '../../state/task.svelte.ts'
import type { WalletState } from '../../state/wallet.svelte.ts'
import { multisigErrorText } from './error-text.ts'
import type { WalletCalls } from '../../state/wallet-calls.ts'
import type { ProgressStore } from './progress-store.svelte.ts'
import { readMessages, type KeyMessage } from './messages.ts'
import { addMessages, currentRound, type GroupSize, type KeyExchangeState } from './key-rounds.ts'

/** Turns the open wallet into a multisig wallet: keys are exchanged in rounds, and each round is stored. */
export class KeyExchange {
  readonly task = new Task(multisigErrorText)
  /** This member's message of the present round, or of the last one. */
  own = $state.raw<KeyMessage>()
  /** Base keys of all members, once they are known. */
  members = $state.raw<string[]>()

  state = $derived.by((): KeyExchangeState | undefined => {
    const { own, members } = this
    return own && { size: this.#size, own, members, received: this.#received }
  })
  round = $derived(this.state && currentRound(this.state))

  readonly #calls: WalletCalls
  readonly #wallet: WalletState
  readonly #progress: ProgressStore
  #size: GroupSize = $derived.by(() => {
    const { group } = this.#wallet
    return group?.multisig ? group : this.#progress.value
  })
  #received = $derived.by(() =>
    this.#progress.value.keyMessages.flatMap((text) => {
      const read = readMessages(text)
      return typeof read === 'string' ? [] : read.filter((each) => each.kind === 'keys')
    }),
  )

  constructor(calls: WalletCalls, wallet: WalletState, progress: ProgressStore) {
    this.#calls = calls
    this.#wallet = wallet
    this.#progress = progress
  }

  /** Whether an exchange is under way. */
  get started(): boolean {
    return this.#size.total > 0
  }

  /** Loads the state of the exchange, also after a reload of the page. */
  async load() {
    if (!this.started) return
    const { client } = this.#calls
    const { multisig_info } = this.#wallet.group?.multisig
      ? await client.exchange_multisig_keys({ resend: true })
      : await client.prepare_multisig({})
    const read = readMessages(multisig_info)
    this.own = typeof read === 'string' ? undefined : read.find((each) => each.kind === 'keys')
    this.members = (await client.get_multisig_members({})).group?.members
  }

  /** Starts the exchange. The user has accepted the risks of Monero's multisig. */
  start({ threshold, total }: GroupSize) {
    return this.task.run(async () => {
      await this.#calls.client.prepare_multisig({ enable_multisig_experimental: true })
      await this.#progress.update({ threshold, total, keyMessages: [] })
      await this.load()
    })
  }

  /** Cancels in the first round: until the group exists the wallet is unchanged. */
  cancel() {
    return this.task.run(async () => {
      await this.#progress.update({ threshold: 0, total: 0, keyMessages: [] })
      this.own = undefined
    })
  }

  /** Adds pasted messages. @returns Why they are refused. */
  async receive(text: string): Promise<string | undefined> {
    const read = readMessages(text)
    if (typeof read === 'string') return read
    const received = addMessages(this.state!, read)
    if (typeof received === 'string') return received
    await this.#progress.update({ keyMessages: received.map((each) => each.text) })
    return undefined
  }

  /** Enters the next round, once all members have answered. @param afterwards - Runs in the same task. */
  advance(afterwards: () => Promise<void>) {
    return this.task.run(async () => {
      const { client } = this.#calls
      const { number, answers } = this.round!
      const multisig_info = answers.map(({ text }) => text)
      if (number === 1)
        await client.make_multisig({ threshold: this.#size.threshold, multisig_info })
      else await client.exchange_multisig_keys({ multisig_info })
      const later = this.#received.filter(({ round }) => round > number)
      await this.#progress.update({ keyMessages: later.map(({ text }) => text) })
      await this.#wallet.readGroup()
      await this.load()
      await afterwards()
      // The wallet may have an address now.
      this.#wallet.begin()
    })
  }
}
