import type { HandedOn } from '../../worker/hosts/host.ts'
import type { WalletClient } from '../client.ts'
import type { Session } from '../state/session.svelte.ts'
import type { WalletState } from '../state/wallet.svelte.ts'
import { explainShared } from './fault.ts'
import { nothingTold } from './kept.ts'
import type { Memory } from './memory.svelte.ts'
import { readMessages, type SealedMessage } from './messages.ts'
import { Task } from './task.svelte.ts'
import { turnOf, type Turn } from './turn.ts'

export type Description = Awaited<ReturnType<WalletClient['describe_transfer']>>
type Signers = Omit<Extract<HandedOn, { kind: 'payment' }>, 'kind'>

/** A payment of a group on its way from one member to the next. What is signed is the text that is shown. */
export class Paying {
  readonly task = new Task()
  /** What the payment in hand would do; undefined without one. */
  description = $state.raw<Description>()
  signers = $state.raw<Signers>({ signed: [], asked: [] })
  /** Ids of the transactions that were sent. */
  sent = $state.raw<string[]>()

  /** How many must sign yet. */
  left = $derived.by(() => Math.max(0, this.#threshold - this.signers.signed.length))
  message = $derived.by((): SealedMessage => ({ kind: 'payment', text: this.#memory.kept.payment }))

  /** What {@link description} is of. */
  #looked = ''
  readonly #session: Session
  readonly #wallet: WalletState
  readonly #memory: Memory
  #threshold = $derived.by(() => this.#wallet.group!.threshold)

  constructor(session: Session, wallet: WalletState, memory: Memory) {
    this.#session = session
    this.#wallet = wallet
    this.#memory = memory
  }

  /** Whose turn it is. @param own - This member's base key. */
  turnOf(own: string): Turn {
    return turnOf({ own, threshold: this.#threshold, ...this.signers })
  }

  /** Looks at the payment in hand. */
  async look() {
    this.description = undefined
    const { payment } = this.#memory.kept
    if (payment === '') return
    const looked = await this.#lookAt(payment)
    if (!looked) return
    this.signers = looked.signers
    this.#looked = payment
    this.description = looked.description
  }

  /** Takes in what another member handed on, in place of what is in hand. @returns Why it is no good. */
  async take(text: string): Promise<string | undefined> {
    const read = readMessages(text)
    if (typeof read === 'string') return read
    const [message, ...more] = read
    if (message?.kind !== 'payment' || more.length > 0) return 'One payment is needed.'
    try {
      if (!(await this.#lookAt(message.text)))
        return 'This was made by another group, or was changed on its way.'
    } catch (error) {
      return explainShared(error)
    }
    this.sent = undefined
    await this.#memory.keep({ payment: message.text, agreed: true })
    await this.look()
    return undefined
  }

  /** Who proposed it has looked at it, and means it. */
  agree() {
    return this.task.run(() => this.#memory.keep({ agreed: true }))
  }

  sign() {
    return this.#pay(async (tx_data_hex) => {
      const signed = await this.#session.client.sign_multisig({ tx_data_hex })
      // It cannot be made again: what was told of its outputs is used up.
      await this.#memory.keep({ payment: signed.tx_data_hex, ...nothingTold })
      await this.look()
    })
  }

  send() {
    return this.#pay(async (tx_data_hex) => {
      this.sent = (await this.#session.client.submit_multisig({ tx_data_hex })).tx_hash_list
      await this.#memory.keep({ payment: '', agreed: false, ...nothingTold })
      await this.look()
    })
  }

  /** Forgets the payment in hand. */
  drop() {
    return this.task.run(async () => {
      await this.#memory.keep({ payment: '', agreed: false })
      await this.look()
    })
  }

  /** With what is on screen. Until it is done nothing reloads the page. */
  #pay(task: (tx_data_hex: string) => Promise<void>) {
    return this.task.run(() => this.#session.undisturbed(() => task(this.#looked)))
  }

  async #lookAt(text: string) {
    const { client, host } = this.#session
    const found = await host.handedOn(text)
    if (found?.kind !== 'payment') return undefined
    const { kind: _kind, ...signers } = found
    return { signers, description: await client.describe_transfer({ multisig_txset: text }) }
  }
}
