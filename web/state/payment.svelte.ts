import { parseAmount } from '#protocol/amount.ts'
import type { Review, Sent } from '../../worker/hosts/host.ts'
import { rpcError } from '../client.ts'
import { explain } from '../format/fault.ts'
import { route } from './route.svelte.ts'
import type { Session } from './session.svelte.ts'

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
  readonly #account: number

  constructor(session: Session, account: number) {
    this.#session = session
    this.#account = account
  }

  /** Looks at what was typed or pasted: fills the form from a URI, checks an address. */
  async lookAt() {
    const text = this.to.trim()
    this.addressFault = undefined
    if (text.startsWith('monero:')) await this.#fromUri(text)
    else if (text !== '') await this.#checkAddress(text)
  }

  async #fromUri(text: string) {
    try {
      const { uri } = await this.#session.client.parse_uri({ uri: text })
      this.to = uri.address
      if (uri.amount > 0n) this.amount = decimal(uri.amount)
      if (uri.tx_description) this.note = uri.tx_description
      await this.#checkAddress(uri.address)
    } catch (error) {
      this.addressFault = explain(error)
    }
  }

  async #checkAddress(address: string) {
    const { valid } = await this.#session.client.validate_address({ address })
    if (!valid && this.to.trim() === address)
      this.addressFault = 'This is not a Monero address of this network.'
  }

  /** Builds and signs, so that fee and change are known before anything leaves. */
  async prepare() {
    this.fault = undefined
    this.step = 'building'
    // What was typed last may not have been looked at yet.
    await this.lookAt()
    if (!this.ready) {
      this.step = 'form'
      return
    }
    if (this.#session.wallet?.group?.multisig) return this.#propose()
    const { method, params } = this.#wanted()
    const outcome = await this.#session.host.review(method, params)
    if ('error' in outcome) {
      this.fault = explain(rpcError(outcome.error))
      this.step = 'form'
    } else {
      this.review = outcome.result
      this.step = 'review'
    }
  }

  /** What the form asks for, as a call. */
  #wanted() {
    const common = { account_index: this.#account, priority: this.priority }
    const address = this.to.trim()
    if (this.all) return { method: 'sweep_all', params: { ...common, address } } as const
    const destinations = [{ address, amount: this.piconero! }]
    return { method: 'transfer_split', params: { ...common, destinations } } as const
  }

  /** Where several sign, they look at it in a place of its own. */
  async #propose() {
    try {
      const { propose } = await import('../shared/propose.ts')
      this.fault = await propose(this.#session, this.#wanted())
      if (this.fault === undefined) route.go('shared', 'payment')
    } catch {
      this.fault = 'This could not be loaded. Try again when the server answers.'
    }
    this.step = 'form'
  }

  async send() {
    this.fault = undefined
    this.step = 'sending'
    const outcome = await this.#session.send(this.review!.id)
    if ('error' in outcome) {
      this.fault = explain(rpcError(outcome.error))
      this.step = 'form'
      return
    }
    this.sent = outcome.result
    this.step = 'sent'
    await this.#keepNote([...outcome.result.txids, ...outcome.result.undecided])
  }

  /** Back to the form, as it was; what was built is forgotten. */
  revise() {
    if (this.review) void this.#session.host.discard(this.review.id)
    this.review = undefined
    this.step = 'form'
  }

  async #keepNote(txids: string[]) {
    const note = this.note.trim()
    if (note === '') return
    try {
      await this.#session.client.set_tx_notes({ txids, notes: txids.map(() => note) })
    } catch (error) {
      this.fault = `The note was not kept. ${explain(error)}`
    }
  }
}

/** As the amount field takes it: no grouping, no needless zeros. */
function decimal(piconero: bigint): string {
  const digits = piconero.toString().padStart(13, '0')
  return `${digits.slice(0, -12)}.${digits.slice(-12)}`.replace(/\.?0+$/, '')
}
