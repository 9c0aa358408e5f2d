import { parseAmount } from '#protocol/amount.ts'
import type { WalletClient } from '../client.ts'
import { errorText } from '../format/error-text.ts'
import { route } from './route.svelte.ts'
import type { Session } from './session.svelte.ts'
import type { WalletState } from './wallet.svelte.ts'

type Answer<Name extends keyof WalletClient> = Awaited<ReturnType<WalletClient[Name]>>
type Requested = Answer<'parse_uri'>['uri']
type Review = Answer<'review_transfer'>
type Sent = Answer<'send_reviewed'>
type Step = 'form' | 'building' | 'review' | 'sending' | 'sent'

/** A payment from the form to its result. The engine builds, signs and sends. */
export class Payment {
  step = $state<Step>('form')
  /** An address, or a payment URI. */
  to = $state('')
  amount = $state('')
  all = $state(false)
  priority = $state(0)
  note = $state('')
  review = $state.raw<Review>()
  sent = $state.raw<Sent>()
  error = $state<string>()
  /** Why the address cannot be used, after it was checked. */
  addressError = $state<string>()

  piconero = $derived(this.amount.trim() === '' ? 0n : parseAmount(this.amount.trim()))
  ready = $derived(
    this.to.trim() !== '' &&
      this.addressError === undefined &&
      (this.all || (this.amount.trim() !== '' && this.piconero !== undefined)),
  )

  readonly #session: Session
  /** The paying wallet. */
  readonly #wallet: WalletState | undefined
  readonly #account: number
  /** Increases when the user returns to the form: results of earlier attempts are then ignored. */
  #attempt = 0

  constructor(session: Session, account: number) {
    this.#session = session
    this.#wallet = session.wallet
    this.#account = account
  }

  /** A field was edited: the error of the last attempt no longer applies. */
  edited() {
    this.error = undefined
  }

  /** Takes the text of a scanned code, and fills the form from it. Nothing is built or sent. */
  async scanned(text: string) {
    this.edited()
    this.to = text.trim()
    await this.checkRecipient()
  }

  /** Checks the typed or pasted text: fills the form from a URI, checks an address. */
  async checkRecipient() {
    const text = this.to.trim()
    this.addressError = undefined
    if (text === '') return
    const isRequest = text.startsWith('monero:')
    const check = isRequest ? this.#readRequest(text) : this.#checkAddress(text)
    const found = await check.catch(errorText)
    // The text has changed since. The new text has its own check.
    if (this.to.trim() !== text) return
    if (typeof found === 'object') this.#fill(found)
    else this.addressError = found
  }

  /** The content of a payment request, or why it cannot be paid. */
  async #readRequest(text: string): Promise<Requested | string> {
    const { uri } = await this.#session.client.parse_uri({ uri: text })
    // Without the payment id, the recipient could not assign the payment.
    // monero src/wallet/wallet_rpc_server.cpp validate_transfer
    return uri.payment_id === ''
      ? uri
      : 'This request has a long payment id, which is no longer supported. Ask the recipient for a new request.'
  }

  #fill(request: Requested) {
    this.to = request.address
    if (request.amount > 0n) {
      this.amount = decimal(request.amount)
      this.all = false
    }
    if (request.tx_description) this.note = request.tx_description
  }

  /** Why the address is not valid. */
  async #checkAddress(address: string): Promise<string | undefined> {
    const { valid } = await this.#session.client.validate_address({ address })
    return valid ? undefined : 'This is not a Monero address of this network.'
  }

  /** Builds and signs, so that the review can show fee and change before anything is sent. */
  async prepare() {
    const attempt = this.#attempt
    this.error = undefined
    this.step = 'building'
    // The last input may not be checked yet.
    await this.checkRecipient()
    if (attempt !== this.#attempt) return
    if (!this.ready) {
      this.step = 'form'
      return
    }
    if (this.#session.wallet?.group?.multisig) return this.#propose(attempt)
    try {
      const review = await this.#build()
      if (attempt !== this.#attempt) return await this.#discard(review)
      this.review = review
      this.step = 'review'
    } catch (error) {
      if (attempt !== this.#attempt) return
      this.error = errorText(error)
      this.step = 'form'
    }
  }

  #build(): Promise<Review> {
    const { client } = this.#session
    const wanted = this.#wanted()
    return wanted.method === 'sweep_all'
      ? client.review_sweep(wanted.params)
      : client.review_transfer(wanted.params)
  }

  async #discard({ id }: Review) {
    await this.#session.client.discard_reviewed({ id })
  }

  /** The call for the content of the form. */
  #wanted() {
    const common = { account_index: this.#account, priority: this.priority }
    const address = this.to.trim()
    if (this.all) {
      // By default, sweep_all sweeps only one address.
      const params = { ...common, address, subaddr_indices_all: true }
      return { method: 'sweep_all', params } as const
    }
    const destinations = [{ address, amount: this.piconero! }]
    return { method: 'transfer_split', params: { ...common, destinations } } as const
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

  async send() {
    this.error = undefined
    this.step = 'sending'
    try {
      this.sent = await this.#session.send(this.review!.id)
    } catch (error) {
      this.error = errorText(error)
      this.step = 'form'
      return
    }
    this.step = 'sent'
    await this.#saveNote([...this.sent.txids, ...this.sent.undecided])
  }

  /** Returns to the form, which keeps its content. The built payment is discarded. */
  revise() {
    this.#attempt++
    if (this.review) void this.#discard(this.review)
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

/** Text for the amount field: no grouping, no trailing zeros. */
function decimal(piconero: bigint): string {
  const digits = piconero.toString().padStart(13, '0')
  return `${digits.slice(0, -12)}.${digits.slice(-12)}`.replace(/\.?0+$/, '')
}
