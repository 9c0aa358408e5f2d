import type { WalletState } from '../state/wallet.svelte.ts'
import type { Calls } from './wallet-calls.ts'
import type { Memory } from './progress-store.svelte.ts'
import { readMessages, type KeyMessage } from './messages.ts'
import { hear, roundOf, type Exchange, type Plan } from './key-rounds.ts'
import { Task } from './task.svelte.ts'

/** Makes a shared wallet of the open one: keys are exchanged round by round, and each step is stored. */
export class Making {
  readonly task = new Task()
  /** This member's message of the round that it is in, or of the last one. */
  own = $state.raw<KeyMessage>()
  /** Base keys of all members, once they are known. */
  members = $state.raw<string[]>()

  exchange = $derived.by((): Exchange | undefined => {
    const { own, members } = this
    return own && { plan: this.#plan, own, members, heard: this.#heard }
  })
  round = $derived(this.exchange && roundOf(this.exchange))

  readonly #calls: Calls
  readonly #wallet: WalletState
  readonly #memory: Memory
  #plan: Plan = $derived.by(() => {
    const { group } = this.#wallet
    return group?.multisig ? group : this.#memory.kept
  })
  #heard = $derived.by(() =>
    this.#memory.kept.keys.flatMap((text) => {
      const read = readMessages(text)
      return typeof read === 'string' ? [] : read.filter((each) => each.kind === 'keys')
    }),
  )

  constructor(calls: Calls, wallet: WalletState, memory: Memory) {
    this.#calls = calls
    this.#wallet = wallet
    this.#memory = memory
  }

  /** Whether the exchange is under way. */
  get begun(): boolean {
    return this.#plan.total > 0
  }

  /** Where it stands, which after a reload is where it stood. */
  async look() {
    if (!this.begun) return
    const { client, host } = this.#calls
    const { multisig_info } = this.#wallet.group?.multisig
      ? await client.exchange_multisig_keys({})
      : await client.prepare_multisig({})
    const read = readMessages(multisig_info)
    this.own = typeof read === 'string' ? undefined : read.find((each) => each.kind === 'keys')
    this.members = (await host.group())?.members
  }

  /** The person has read what may go wrong. */
  begin({ threshold, total }: Plan) {
    return this.task.run(async () => {
      await this.#calls.client.prepare_multisig({ enable_multisig_experimental: true })
      await this.#memory.keep({ threshold, total, keys: [] })
      await this.look()
    })
  }

  /** Before there is a group the wallet is as it was. */
  giveUp() {
    return this.task.run(async () => {
      await this.#memory.keep({ threshold: 0, total: 0, keys: [] })
      this.own = undefined
    })
  }

  /** Takes in what was pasted. @returns Why it is no good. */
  async hear(text: string): Promise<string | undefined> {
    const read = readMessages(text)
    if (typeof read === 'string') return read
    const heard = hear(this.exchange!, read)
    if (typeof heard === 'string') return heard
    await this.#memory.keep({ keys: heard.map((each) => each.text) })
    return undefined
  }

  /** Goes on to the next round, once all have answered. @param made - What follows in the same step. */
  goOn(made: () => Promise<void>) {
    return this.task.run(async () => {
      const { client } = this.#calls
      const { number, answers } = this.round!
      const multisig_info = answers.map(({ text }) => text)
      if (number === 1)
        await client.make_multisig({ threshold: this.#plan.threshold, multisig_info })
      else await client.exchange_multisig_keys({ multisig_info })
      const later = this.#heard.filter(({ round }) => round > number)
      await this.#memory.keep({ keys: later.map(({ text }) => text) })
      await this.#wallet.readGroup()
      await this.look()
      await made()
      // There may be an address now.
      this.#wallet.begin()
    })
  }
}
