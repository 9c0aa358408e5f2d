import type { WalletClient } from '../client.ts'
import { rpcError } from '../client.ts'
import { errorText } from '../format/error-text.ts'
import { chosenParams, coinChoiceOf } from './coins/coin-choice.svelte.ts'
import { route } from './route.svelte.ts'
import type { FormContent } from './send/form-content.ts'
import { Recipients, type Recipient } from './send/recipients.svelte.ts'
import type { SendRecords } from './send/send-records.svelte.ts'
import type { Session } from './session.svelte.ts'
import type { WalletState } from './wallet.svelte.ts'

type Answer<Name extends keyof WalletClient> = Awaited<ReturnType<WalletClient[Name]>>
type Review = Answer<'review_transfer'>
type Sent = Answer<'send_reviewed'>
type Step = 'form' | 'building' | 'review' | 'sending' | 'sent'

/** Where failed attempts are recorded. */
type Journal = Pick<SendRecords, 'record'>

/** A payment from the form to its result. The engine builds, signs and sends. */
export class Payment {
  step = $state<Step>('form')
  all = $state(false)
  /** Whether the recipients pay the fee. */
  subtractFee = $state(false)
  priority = $state(0)
  note = $state('')
  review = $state.raw<Review>()
  sent = $state.raw<Sent>()
  error = $state<string>()
  readonly recipients: Recipients

  ready = $derived.by(() =>
    this.recipients.list.every(
      ({ hasAddress, hasAmount }) => hasAddress && (this.sweeps || hasAmount),
    ),
  )
  /** The full balance has one recipient. */
  sweeps = $derived.by(() => this.all && this.recipients.isSingle)

  /** The account that pays. */
  readonly account: number
  readonly #session: Session
  /** The paying wallet. */
  readonly #wallet: WalletState | undefined
  readonly #journal: Journal | undefined
  /** Increases when the user returns to the form: results of earlier attempts are then ignored. */
  #attempt = 0

  constructor(session: Session, account: number, journal?: Journal) {
    this.#session = session
    this.#wallet = session.wallet
    this.account = account
    this.#journal = journal
    this.recipients = new Recipients(session.client, ({ recipients, description }) => {
      if (recipients.some(({ amount }) => amount > 0n)) this.all = false
      if (description) this.note = description
    })
  }

  /** What is typed, for a draft. */
  get content(): FormContent {
    const { account, all, subtractFee, priority, note } = this
    const recipients = this.recipients.list.map(({ to, amount }) => ({ to, amount }))
    return { account, recipients, all, subtractFee, priority, note }
  }

  /** Fills the form with the content of a draft, whatever its account was. */
  fill({ recipients, all, subtractFee, priority, note }: FormContent) {
    this.recipients.replace(recipients)
    Object.assign(this, { all, subtractFee, priority, note })
  }

  /** A field was edited: the error of the last attempt no longer applies. */
  edited() {
    this.error = undefined
  }

  /** Takes the text of a scanned code or of a link for the first empty recipient. Nothing is built or sent. */
  async scanned(text: string, into?: Recipient) {
    this.edited()
    const { list } = this.recipients
    const recipient = into ?? list.find(({ to }) => to.trim() === '') ?? list.at(-1)!
    recipient.to = text.trim()
    await this.recipients.check(recipient)
  }

  /** Builds and signs, so that the review can show fee and change before anything is sent. */
  async prepare() {
    const attempt = this.#attempt
    this.error = undefined
    this.step = 'building'
    // The last input may not be checked yet.
    await this.recipients.checkAll()
    if (attempt !== this.#attempt) return
    if (!this.ready) {
      this.step = 'form'
      return
    }
    if (this.#session.wallet?.group?.multisig) return this.#propose(attempt)
    if (this.#session.state?.view_only) return this.#prepareUnsigned(attempt)
    try {
      const review = await this.#build()
      if (attempt !== this.#attempt) return await this.#discard(review)
      this.review = review
      this.step = 'review'
    } catch (error) {
      if (attempt !== this.#attempt) return
      this.error = errorText(error)
      this.step = 'form'
      await this.#journal?.record(this.content, 'not built', { error })
    }
  }

  #build(): Promise<Review> {
    const { client } = this.#session
    const wanted = this.#wanted()
    const chosen = chosenParams(this.#wallet, this.account)
    if (wanted.method === 'transfer_split') {
      const payers = this.subtractFee ? wanted.params.destinations.map((_, index) => index) : []
      const params = { ...wanted.params, subtract_fee_from_outputs: payers }
      return client.review_transfer({ ...params, ...chosen })
    }
    const { subaddr_indices_all, ...params } = wanted.params
    return client.review_sweep({
      ...params,
      ...('key_images' in chosen ? chosen : { subaddr_indices_all }),
    })
  }

  async #discard({ id }: Review) {
    await this.#session.client.discard_reviewed({ id })
  }

  /** The call for the content of the form. */
  #wanted() {
    const common = { account_index: this.account, priority: this.priority }
    const destinations = this.recipients.list.map(({ to, piconero }) => ({
      address: to.trim(),
      amount: piconero!,
    }))
    if (!this.sweeps)
      return { method: 'transfer_split', params: { ...common, destinations } } as const
    // By default, sweep_all sweeps only one address.
    const params = { ...common, address: destinations[0]!.address, subaddr_indices_all: true }
    return { method: 'sweep_all', params } as const
  }

  /** Proposes the payment to a multisig group. The multisig screen shows the proposal. */
  async #propose(attempt: number) {
    try {
      const { propose } = await import('../multisig/state/propose.ts')
      // Another wallet may be open by now.
      if (attempt !== this.#attempt) return
      this.error = await propose(this.#session, this.#wanted())
      if (this.error === undefined && attempt === this.#attempt) route.go('shared', 'payment')
    } catch {
      this.error = 'Loading failed. Check your connection and try again.'
    }
    this.step = 'form'
  }

  /** Prepares the payment for the offline wallet. The screen of offline signing shows it. */
  async #prepareUnsigned(attempt: number) {
    try {
      const { prepareUnsigned } = await import('../offline/state/propose.ts')
      // Another wallet may be open by now.
      if (attempt !== this.#attempt) return
      this.error = await prepareUnsigned(this.#session, this.#wanted(), this.note.trim())
      if (this.error === undefined && attempt === this.#attempt) route.go('offline', 'pay')
    } catch {
      this.error = 'Loading failed. Check your connection and try again.'
    }
    this.step = 'form'
  }

  async send() {
    this.error = undefined
    this.step = 'sending'
    const { content } = this
    let sent: Sent
    try {
      sent = await this.#session.send(this.review!.id)
    } catch (error) {
      this.error = errorText(error)
      this.review = undefined
      this.step = 'form'
      await this.#journal?.record(content, 'refused', { error })
      return
    }
    this.sent = sent
    this.step = 'sent'
    if (this.#wallet) coinChoiceOf(this.#wallet).clear()
    const txids = [...sent.txids, ...sent.undecided]
    await this.#saveNote(txids)
    if (sent.refused)
      await this.#journal?.record(content, 'partly', { error: rpcError(sent.refused), txids })
    else if (sent.undecided.length > 0)
      await this.#journal?.record(content, 'undecided', { txids: sent.undecided })
  }

  /** Returns to the form, which keeps its content. The built payment is discarded. */
  revise() {
    this.#attempt++
    // The payment that is being sent can no longer be withdrawn.
    if (this.review && this.step === 'review') {
      void this.#discard(this.review)
      void this.#journal?.record(this.content, 'withdrawn')
    }
    this.review = undefined
    this.step = 'form'
  }

  async #saveNote(txids: string[]) {
    const note = this.note.trim()
    if (note === '') return
    if (this.#session.wallet !== this.#wallet) {
      this.error = 'The note was not saved: the wallet was closed.'
      return
    }
    try {
      await this.#session.client.set_tx_notes({ txids, notes: txids.map(() => note) })
    } catch (error) {
      this.error = `The note was not saved. ${errorText(error)}`
    }
  }
}
