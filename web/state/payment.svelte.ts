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

/** A payment from the form to its result. The engine builds, signs and sends; this remembers. */
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
  fault = $state<string>()
  /** Why the address is no good, once it was looked at. */
  addressFault = $state<string>()

  piconero = $derived(this.amount.trim() === '' ? 0n : parseAmount(this.amount.trim()))
  ready = $derived(
    this.to.trim() !== '' &&
      this.addressFault === undefined &&
      (this.all || (this.amount.trim() !== '' && this.piconero !== undefined)),
  )

  readonly #session: Session
  /** That pays. */
  readonly #wallet: WalletState | undefined
  readonly #account: number
  /** How often it went back to the form. */
  #turns = 0

  constructor(session: Session, account: number) {
    this.#session = session
    this.#wallet = session.wallet
    this.#account = account
  }

  /** Looks at what was typed or pasted: fills the form from a URI, checks an address. */
  async checkRecipient() {
    const text = this.to.trim()
    this.addressFault = undefined
    if (text === '') return
    const isRequest = text.startsWith('monero:')
    const look = isRequest ? this.#readRequest(text) : this.#checkAddress(text)
    const found = await look.catch(errorText)
    // Something else was typed meanwhile, which is looked at by itself.
    if (this.to.trim() !== text) return
    if (typeof found === 'object') this.#fill(found)
    else this.addressFault = found
  }

  /** What a URI asks for, or why it cannot be paid. */
  async #readRequest(text: string): Promise<Requested | string> {
    const { uri } = await this.#session.client.parse_uri({ uri: text })
    // Left out, the payee would not know whose payment it is.
    // monero src/wallet/wallet_rpc_server.cpp validate_transfer
    return uri.payment_id === ''
      ? uri
      : 'This request has a payment id of the old kind, which no payment carries any more. Ask for a new one.'
  }

  #fill(request: Requested) {
    this.to = request.address
    if (request.amount > 0n) this.amount = decimal(request.amount)
    if (request.tx_description) this.note = request.tx_description
  }

  /** Why it is no address to pay to. */
  async #checkAddress(address: string): Promise<string | undefined> {
    const { valid } = await this.#session.client.validate_address({ address })
    return valid ? undefined : 'This is not a Monero address of this network.'
  }

  /** Builds and signs, so that fee and change are known before anything leaves. */
  async prepare() {
    const turn = this.#turns
    this.fault = undefined
    this.step = 'building'
    // What was typed last may not have been looked at yet.
    await this.checkRecipient()
    if (turn !== this.#turns) return
    if (!this.ready) {
      this.step = 'form'
      return
    }
    if (this.#session.wallet?.group?.multisig) return this.#propose(turn)
    try {
      const review = await this.#build()
      if (turn !== this.#turns) return await this.#discard(review)
      this.review = review
      this.step = 'review'
    } catch (error) {
      if (turn !== this.#turns) return
      this.fault = errorText(error)
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

  /** What the form asks for, as a call. */
  #wanted() {
    const common = { account_index: this.#account, priority: this.priority }
    const address = this.to.trim()
    if (this.all) {
      // Left to itself it empties one address alone.
      const params = { ...common, address, subaddr_indices_all: true }
      return { method: 'sweep_all', params } as const
    }
    const destinations = [{ address, amount: this.piconero! }]
    return { method: 'transfer_split', params: { ...common, destinations } } as const
  }

  /** Where several sign, they look at it in a place of its own. */
  async #propose(turn: number) {
    try {
      const { propose } = await import('../multisig/state/propose.ts')
      // Another wallet may be open by now, and would send it at once.
      if (turn !== this.#turns) return
      this.fault = await propose(this.#session, this.#wanted())
      if (this.fault === undefined && turn === this.#turns) route.go('shared', 'payment')
    } catch {
      this.fault = 'This could not be loaded. Try again when the server answers.'
    }
    this.step = 'form'
  }

  async send() {
    this.fault = undefined
    this.step = 'sending'
    try {
      this.sent = await this.#session.send(this.review!.id)
    } catch (error) {
      this.fault = errorText(error)
      this.step = 'form'
      return
    }
    this.step = 'sent'
    await this.#keepNote([...this.sent.txids, ...this.sent.undecided])
  }

  /** Back to the form, as it was; what was built, or is being built, is forgotten. */
  revise() {
    this.#turns++
    if (this.review) void this.#discard(this.review)
    this.review = undefined
    this.step = 'form'
  }

  async #keepNote(txids: string[]) {
    const note = this.note.trim()
    if (note === '') return
    if (this.#session.wallet !== this.#wallet) {
      this.fault = 'The note was not kept: the wallet was closed.'
      return
    }
    try {
      await this.#session.client.set_tx_notes({ txids, notes: txids.map(() => note) })
    } catch (error) {
      this.fault = `The note was not kept. ${errorText(error)}`
    }
  }
}

/** As the amount field takes it: no grouping, no needless zeros. */
function decimal(piconero: bigint): string {
  const digits = piconero.toString().padStart(13, '0')
  return `${digits.slice(0, -12)}.${digits.slice(-12)}`.replace(/\.?0+$/, '')
}
