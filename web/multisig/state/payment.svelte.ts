import type { WalletClient } from '../../client.ts'
import { Task } from '../../state/task.svelte.ts'
import type { WalletState } from '../../state/wallet.svelte.ts'
import type { WalletCalls } from '../../state/wallet-calls.ts'
import { multisigErrorText } from './error-text.ts'
import { otherGroupError } from './info-exchange.svelte.ts'
import { hasSignatureOf, replacementOf } from './replacement.ts'
import { withoutInfo, withReplacement, type Progress } from './progress.ts'
import type { ProgressStore } from './progress-store.svelte.ts'
import { readMessages, type SealedMessage } from './messages.ts'
import { nextActionOf, type NextAction } from './next-action.ts'

type MessageContent = Awaited<ReturnType<WalletClient['describe_multisig_message']>>
type Described = NonNullable<MessageContent['payment']>
export type TransferDescription = Described['description']
type Signers = Pick<Described, 'signed' | 'asked'>

/** Signed sets that could not be stored, by the member that signed; stored at the next start. */
// eslint-disable-next-line svelte/prefer-svelte-reactivity -- no screen reads it
const unstored = new Map<string, { unsigned: string; signed: string }>()

/**
 * A payment that passes from member to member until enough have signed. The wallet signs exactly the set
 * whose description is on screen.
 */
export class MultisigPayment {
  readonly task = new Task(multisigErrorText)
  /** What the current payment does; undefined without one. */
  description = $state.raw<TransferDescription>()
  signers = $state.raw<Signers>({ signed: [], asked: [] })
  /** What the payment that waits to replace the current one does. */
  replacement = $state.raw<TransferDescription>()
  /** Ids of the transactions that were sent. */
  sent = $state.raw<string[]>()

  /** How many signatures are missing. */
  missing = $derived.by(() => Math.max(0, this.#threshold - this.signers.signed.length))
  message = $derived.by((): SealedMessage => ({
    kind: 'payment',
    text: this.#progress.value.payment,
  }))

  /** The set that {@link description} describes. */
  #shown = ''
  /** Descriptions of the current sets by their text, so that the worker opens each set once. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- no screen reads it
  readonly #described = new Map<string, Described>()
  readonly #calls: WalletCalls
  readonly #wallet: WalletState
  readonly #progress: ProgressStore
  #threshold = $derived.by(() => this.#wallet.group!.threshold)

  constructor(calls: WalletCalls, wallet: WalletState, progress: ProgressStore) {
    this.#calls = calls
    this.#wallet = wallet
    this.#progress = progress
  }

  /** @param own - This member's base key. */
  nextAction(own: string): NextAction {
    return nextActionOf({ own, threshold: this.#threshold, ...this.signers })
  }

  /** Whether removing the current payment loses a signature of `own`. */
  hasSignatureOf(own: string): boolean {
    return hasSignatureOf(own, {
      signed: this.signers.signed,
      confirmed: this.#progress.value.confirmed,
    })
  }

  /** Loads the payment for a new screen. */
  async start() {
    if (!this.task.busy) this.sent = undefined
    const own = await this.#own()
    const left = unstored.get(own)
    if (left) await this.#storeSigned(own, left.unsigned, left.signed)
    await this.refresh()
  }

  /** Describes the current payment and its replacement. */
  async refresh() {
    const { payment, replacement } = this.#progress.value
    try {
      const current = await this.#describe(payment)
      const waiting = await this.#describe(replacement)
      const { value } = this.#progress
      // A payment that became current meanwhile has its own refresh.
      if (payment !== value.payment || replacement !== value.replacement) return
      this.#shown = payment
      if (current) this.signers = { signed: current.signed, asked: current.asked }
      this.description = current?.description
      this.replacement = waiting?.description
      for (const text of this.#described.keys())
        if (text !== payment && text !== replacement) this.#described.delete(text)
    } catch (error) {
      this.description = this.replacement = undefined
      throw error
    }
  }

  /** Imports a payment of another member. @returns Why it is refused. */
  async receive(text: string): Promise<string | undefined> {
    const read = readMessages(text)
    if (typeof read === 'string') return read
    const [message, ...more] = read
    if (message?.kind !== 'payment' || more.length > 0)
      return 'Expected one payment message. Paste a single payment.'
    try {
      return await this.offer(message.text, true)
    } catch (error) {
      return multisigErrorText(error)
    }
  }

  /**
   * Makes a payment the current one. If that discards a signature, the payment waits for the user.
   *
   * @param confirmed - As in `Progress`. @returns Why it is refused.
   */
  async offer(text: string, confirmed: boolean): Promise<string | undefined> {
    const { payment, confirmed: wasConfirmed } = this.#progress.value
    const current = await this.#describe(payment)
    const incoming = await this.#describe(text)
    if (!incoming) return otherGroupError()
    const replacement = replacementOf(
      await this.#own(),
      current && {
        description: current.description,
        signed: current.signed,
        confirmed: wasConfirmed,
      },
      { description: incoming.description, signed: incoming.signed },
    )
    if (typeof replacement === 'object') return replacement.error
    let unchanged = false
    await this.#progress.update((now) => {
      unchanged = now.payment === payment && now.confirmed === wasConfirmed
      if (!unchanged) return {}
      return replacement === 'ask'
        ? { replacement: text, replacementConfirmed: confirmed }
        : { payment: text, confirmed }
    })
    // The current payment may have been signed meanwhile: compare again.
    if (!unchanged) return this.offer(text, confirmed)
    this.sent = undefined
    await this.refresh()
    return undefined
  }

  /** The user confirms the payment that this member proposed. */
  confirm() {
    return this.task.run(() => this.#progress.update({ confirmed: true }))
  }

  sign() {
    return this.#pay(async (unsigned) => {
      const own = await this.#own()
      const { tx_data_hex: signed } = await this.#calls.client.sign_multisig({
        tx_data_hex: unsigned,
      })
      await this.#storeSigned(own, unsigned, signed)
      await this.refresh()
    })
  }

  send() {
    return this.#pay(async (tx_data_hex) => {
      const { tx_hash_list } = await this.#calls.client.submit_multisig({ tx_data_hex })
      this.sent = tx_hash_list
      await this.#progress.update((now) => ({
        ...(now.payment === tx_data_hex && withReplacement(now)),
        ...withoutInfo,
      }))
      await this.refresh()
    })
  }

  /** Removes the current payment; its replacement becomes current. */
  remove() {
    return this.task.run(async () => {
      await this.#progress.update(withReplacement)
      await this.refresh()
    })
  }

  /** Removes the payment that waits to replace the current one. */
  removeReplacement() {
    return this.task.run(async () => {
      await this.#progress.update({ replacement: '', replacementConfirmed: false })
      await this.refresh()
    })
  }

  /** A signature cannot be made again: its nonces are used up. It must not be lost before it is stored. */
  async #storeSigned(own: string, unsigned: string, signed: string) {
    unstored.set(own, { unsigned, signed })
    await this.#progress.update((now) => afterSigning(now, unsigned, signed))
    unstored.delete(own)
  }

  /** Runs a task on the set that is on screen. Nothing reloads the page until it ends. */
  #pay(task: (tx_data_hex: string) => Promise<void>) {
    return this.task.run(() => this.#calls.withoutReload(() => task(this.#shown)))
  }

  /** This member's base key. */
  async #own(): Promise<string> {
    return (await this.#calls.client.get_multisig_members({})).group!.own
  }

  /** @returns Undefined without a text, and for a set of another group. */
  async #describe(text: string): Promise<Described | undefined> {
    const known = this.#described.get(text)
    if (text === '' || known) return known
    const { client } = this.#calls
    const { payment } = await client.describe_multisig_message({ message: text })
    if (payment) this.#described.set(text, payment)
    return payment
  }
}

/** Stores the signed set. A payment that became current meanwhile waits as its replacement. */
function afterSigning(
  { payment, confirmed }: Progress,
  unsigned: string,
  signed: string,
): Partial<Progress> {
  const isOther = !['', unsigned, signed].includes(payment)
  const replaced = isOther && { replacement: payment, replacementConfirmed: confirmed }
  return { ...replaced, payment: signed, confirmed: true, ...withoutInfo }
}
