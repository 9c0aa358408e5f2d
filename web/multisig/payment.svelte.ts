import type { HandedOn } from '../../worker/hosts/host.ts'
import type { WalletClient } from '../client.ts'
import type { WalletState } from '../state/wallet.svelte.ts'
import type { Calls } from './wallet-calls.ts'
import { explainShared } from './fault.ts'
import { holdsSignature, placeOf } from './replacement.ts'
import { nextInHand, nothingTold, type Kept } from './progress.ts'
import type { Memory } from './progress-store.svelte.ts'
import { readMessages, type SealedMessage } from './messages.ts'
import { Task } from './task.svelte.ts'
import { turnOf, type Turn } from './next-action.ts'

export type Description = Awaited<ReturnType<WalletClient['describe_transfer']>>
type Signers = Omit<Extract<HandedOn, { kind: 'payment' }>, 'kind'>

/** Sets that could not be stored once they were signed, by the member who did: for the next time. */
// eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on screen reads it
const unstored = new Map<string, { given: string; signed: string }>()

/** A payment of a group on its way from one member to the next. What is signed is the text that is shown. */
export class Paying {
  readonly task = new Task()
  /** What the payment in hand would do; undefined without one. */
  description = $state.raw<Description>()
  signers = $state.raw<Signers>({ signed: [], asked: [] })
  /** What another would do, which waits to take its place. */
  next = $state.raw<Description>()
  /** Ids of the transactions that were sent. */
  sent = $state.raw<string[]>()

  /** How many must sign yet. */
  left = $derived.by(() => Math.max(0, this.#threshold - this.signers.signed.length))
  message = $derived.by((): SealedMessage => ({ kind: 'payment', text: this.#memory.kept.payment }))

  /** What {@link description} is of. */
  #looked = ''
  readonly #calls: Calls
  readonly #wallet: WalletState
  readonly #memory: Memory
  #threshold = $derived.by(() => this.#wallet.group!.threshold)

  constructor(calls: Calls, wallet: WalletState, memory: Memory) {
    this.#calls = calls
    this.#wallet = wallet
    this.#memory = memory
  }

  /** Whose turn it is. @param own - This member's base key. */
  turnOf(own: string): Turn {
    return turnOf({ own, threshold: this.#threshold, ...this.signers })
  }

  /** Whether a signature of `own` is given up with the payment in hand. */
  isHeldBy(own: string): boolean {
    return holdsSignature(own, { ...this.signers, agreed: this.#memory.kept.agreed })
  }

  /** Where it stands, on a screen that shows nothing of it yet. */
  async start() {
    if (!this.task.busy) this.sent = undefined
    const own = await this.#own()
    const left = unstored.get(own)
    if (left) await this.#keepSigned(own, left.given, left.signed)
    await this.look()
  }

  /** Looks at the payment in hand, and at the one that waits. */
  async look() {
    const { payment, next } = this.#memory.kept
    try {
      const [inHand, waiting] = [await this.#lookAt(payment), await this.#lookAt(next)]
      // What came in hand meanwhile is looked at by itself.
      if (payment !== this.#memory.kept.payment || next !== this.#memory.kept.next) return
      this.#looked = payment
      if (inHand) this.signers = inHand.signers
      this.description = inHand?.description
      this.next = waiting?.description
    } catch (error) {
      this.description = this.next = undefined
      throw error
    }
  }

  /** Takes in what another member handed on. @returns Why it is no good. */
  async take(text: string): Promise<string | undefined> {
    const read = readMessages(text)
    if (typeof read === 'string') return read
    const [message, ...more] = read
    if (message?.kind !== 'payment' || more.length > 0) return 'One payment is needed.'
    try {
      return await this.offer(message.text, true)
    } catch (error) {
      return explainShared(error)
    }
  }

  /**
   * Takes a payment in hand. Where this gives up a signature it waits, until the person says so.
   *
   * @param agreed - As it is kept. @returns Why it is no good.
   */
  async offer(text: string, agreed: boolean): Promise<string | undefined> {
    const { payment, agreed: hasAgreed } = this.#memory.kept
    const [inHand, given] = [await this.#lookAt(payment), await this.#lookAt(text)]
    if (!given) return 'This was made by another group, or was changed on its way.'
    const before = inHand && { ...inHand, signed: inHand.signers.signed, agreed: hasAgreed }
    const after = { ...given, signed: given.signers.signed }
    const place = placeOf(await this.#own(), before, after)
    if (typeof place === 'object') return place.fault
    let isStill = false
    await this.#memory.keep((kept) => {
      isStill = kept.payment === payment && kept.agreed === hasAgreed
      if (!isStill) return {}
      return place === 'asked' ? { next: text, nextAgreed: agreed } : { payment: text, agreed }
    })
    // It may have been signed while the other was looked at.
    if (!isStill) return this.offer(text, agreed)
    this.sent = undefined
    await this.look()
    return undefined
  }

  /** Who proposed it has looked at it, and means it. */
  agree() {
    return this.task.run(() => this.#memory.keep({ agreed: true }))
  }

  sign() {
    return this.#pay(async (given) => {
      const own = await this.#own()
      const signed = (await this.#calls.client.sign_multisig({ tx_data_hex: given })).tx_data_hex
      await this.#keepSigned(own, given, signed)
      await this.look()
    })
  }

  send() {
    return this.#pay(async (tx_data_hex) => {
      const { tx_hash_list } = await this.#calls.client.submit_multisig({ tx_data_hex })
      this.sent = tx_hash_list
      await this.#memory.keep((kept) => ({
        ...(kept.payment === tx_data_hex && nextInHand(kept)),
        ...nothingTold,
      }))
      await this.look()
    })
  }

  /** Forgets the payment in hand; the one that waits takes its place. */
  drop() {
    return this.task.run(async () => {
      await this.#memory.keep(nextInHand)
      await this.look()
    })
  }

  /** Forgets the one that waits. */
  refuse() {
    return this.task.run(async () => {
      await this.#memory.keep({ next: '', nextAgreed: false })
      await this.look()
    })
  }

  /** It cannot be made again: what was told of its outputs is used up. */
  async #keepSigned(own: string, given: string, signed: string) {
    unstored.set(own, { given, signed })
    await this.#memory.keep((kept) => afterSigning(kept, given, signed))
    unstored.delete(own)
  }

  /** With what is on screen. Until it is done nothing reloads the page. */
  #pay(task: (tx_data_hex: string) => Promise<void>) {
    return this.task.run(() => this.#calls.undisturbed(() => task(this.#looked)))
  }

  /** This member's base key. */
  async #own(): Promise<string> {
    return (await this.#calls.host.group())!.own
  }

  async #lookAt(text: string) {
    if (text === '') return undefined
    const { client, host } = this.#calls
    const found = await host.handedOn(text)
    if (found?.kind !== 'payment') return undefined
    const { kind: _kind, ...signers } = found
    return { signers, description: await client.describe_transfer({ multisig_txset: text }) }
  }
}

/** What took the place of `given` while that was signed waits. */
function afterSigning({ payment, agreed }: Kept, given: string, signed: string): Partial<Kept> {
  const isElse = !['', given, signed].includes(payment)
  const next = isElse && { next: payment, nextAgreed: agreed }
  return { ...next, payment: signed, agreed: true, ...nothingTold }
}
