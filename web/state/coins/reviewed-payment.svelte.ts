import type { WalletClient } from '../../client.ts'
import { errorText } from '../../format/error-text.ts'
import type { Session } from '../session.svelte.ts'
import type { WalletState } from '../wallet.svelte.ts'
import { coinChoiceOf } from './coin-choice.svelte.ts'

type Answer<Name extends keyof WalletClient> = Awaited<ReturnType<WalletClient[Name]>>
export type Review = Answer<'review_sweep'>
type Sent = Answer<'send_reviewed'>

/** A sweep or a split from the form to its result. The engine builds, signs and sends. */
export abstract class ReviewedPayment {
  step = $state<'form' | 'building' | 'review' | 'sending' | 'sent'>('form')
  review = $state.raw<Review>()
  sent = $state.raw<Sent>()
  error = $state<string>()

  protected readonly session: Session
  protected readonly wallet: WalletState
  protected readonly account: number
  /** Increases when the user returns to the form: results of earlier attempts are then ignored. */
  #attempt = 0

  constructor(wallet: WalletState) {
    this.session = wallet.session
    this.wallet = wallet
    this.account = wallet.account
  }

  /** Builds and signs the transactions. @throws {Error} With the text to show. */
  protected abstract build(): Promise<Review>

  protected explain(error: unknown): string {
    return errorText(error)
  }

  /** Builds and signs, so that the review can show fee and coins before anything is sent. */
  async prepare() {
    const attempt = this.#attempt
    this.error = undefined
    this.step = 'building'
    try {
      const review = await this.build()
      if (attempt !== this.#attempt) return this.#discard(review)
      this.review = review
      this.step = 'review'
    } catch (error) {
      if (attempt !== this.#attempt) return
      this.error = this.explain(error)
      this.step = 'form'
    }
  }

  async send() {
    this.error = undefined
    this.step = 'sending'
    try {
      this.sent = await this.session.send(this.review!.id)
      this.step = 'sent'
      coinChoiceOf(this.wallet).clear()
    } catch (error) {
      this.error = errorText(error)
      this.step = 'form'
    }
  }

  /** Returns to the form, which keeps its content. The built transactions are discarded. */
  revise() {
    this.#attempt++
    if (this.review && this.step !== 'sent') this.#discard(this.review)
    this.review = undefined
    this.step = 'form'
  }

  // Nothing waits for it: a payment of a closed wallet is gone already.
  #discard({ id }: Review) {
    this.session.client.discard_reviewed({ id }).catch(() => undefined)
  }
}
