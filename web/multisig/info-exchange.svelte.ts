import type { WalletState } from '../state/wallet.svelte.ts'
import type { Calls } from './wallet-calls.ts'
import { afterTelling, areSame, isNextTurn, newsOf, withNews, type Told } from './received-info.ts'
import { nothingTold } from './progress.ts'
import type { Memory } from './progress-store.svelte.ts'
import { readMessages, type SealedMessage } from './messages.ts'
import { memberName } from './key-rounds.ts'
import { Task } from './task.svelte.ts'
import { tellingOf } from './next-action.ts'

/** Members tell each other of what came in, so that it can be spent. */
export class Telling {
  readonly task = new Task()
  /** Whether what was told is of no use any more: more came in since. */
  stale = $derived.by(
    () => this.#memory.kept.learned && this.#wallet.balance?.multisig_import_needed === true,
  )
  own = $derived.by((): SealedMessage | undefined => {
    const { told } = this.#memory.kept
    return told === '' || this.stale ? undefined : { kind: 'outputs', text: told }
  })
  /** Who has told, by their base keys. */
  heard = $derived.by(() => (this.stale ? [] : this.#memory.kept.heard.map(({ from }) => from)))
  left = $derived.by(() => tellingOf(this.#wallet.group!, this.heard.length))
  learned = $derived.by(() => this.#memory.kept.learned && !this.stale)

  readonly #calls: Calls
  readonly #wallet: WalletState
  readonly #memory: Memory

  constructor(calls: Calls, wallet: WalletState, memory: Memory) {
    this.#calls = calls
    this.#wallet = wallet
    this.#memory = memory
  }

  /** Makes this member's message. The one before is of no use to anybody then. */
  tell() {
    return this.task.run(async () => {
      // Before there is a new one: what is shown must not be what was replaced, wherever this ends. What
      // others told stays of use where this member is the late one.
      await this.#memory.keep(({ learned, told }) =>
        learned && (told !== '' || this.stale) ? nothingTold : { told: '' },
      )
      const { info } = await this.#calls.client.export_multisig_info({})
      await this.#memory.keep({ told: info })
    })
  }

  /** Takes in what was pasted. @returns Why it is no good. */
  async hear(given: string): Promise<string | undefined> {
    const read = readMessages(given)
    if (typeof read === 'string') return read
    const told: Told[] = []
    for (const { kind, text } of read) {
      const from = await this.#teller(kind, text)
      if (from.fault !== undefined) return from.fault
      told.push({ from: from.key, text })
    }
    const { kept } = this.#memory
    const { stale } = this
    const news = newsOf(kept.heard, told)
    const taught = kept.learned && news.length > 0 && !isNextTurn(kept, told, stale)
    if (taught) await this.#learnFrom(withNews(kept.heard, news))
    await this.#memory.keep((now) => afterTelling(now, told, { stale, taught }))
    return undefined
  }

  /** Takes in what the others told. */
  learn() {
    return this.task.run(async () => {
      const { heard } = this.#memory.kept
      await this.#learnFrom(heard)
      // Of what came meanwhile nothing was learned.
      await this.#memory.keep((now) => ({ learned: areSame(heard, now.heard) }))
    })
  }

  async #learnFrom(heard: readonly Told[]) {
    const info = heard.map(({ text }) => text)
    await this.#calls.client.import_multisig_info({ info })
    // Whether that was all is known before anything is said of it.
    await this.#wallet.readBalance()
  }

  async #teller(
    kind: string,
    text: string,
  ): Promise<{ key: string; fault?: never } | { fault: string }> {
    const { host } = this.#calls
    if (kind !== 'outputs') return { fault: 'This is no message of what came in.' }
    const [found, group] = [await host.handedOn(text), await host.group()]
    if (found?.kind !== 'outputs')
      return { fault: 'This was made by another group, or was changed on its way.' }
    const { from: key } = found
    if (key === group?.own) return { fault: 'This is your own message. The others need it.' }
    return group?.members.includes(key)
      ? { key }
      : { fault: `Member ${memberName(key)} does not belong to this group.` }
  }
}
