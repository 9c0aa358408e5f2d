import { parseAmount } from '#protocol/amount.ts'
import { aliasName } from '#protocol/openalias.ts'
import type { WalletClient } from '../../client.ts'
import { errorText } from '../../format/error-text.ts'
import { decimal, readLines, type LineError, type PaidLine } from './payment-lines.ts'
import { moneroLink, tryLink, type PaymentRequest } from './payment-uri.ts'

/** The address of an OpenAlias name. */
type FoundName = {
  name: string
  address: string
  /** Whether DNSSEC proved it. */
  isAuthentic: boolean
}

/** As many as one transaction holds beside its change. monero BULLETPROOF_PLUS_MAX_OUTPUTS */
export const mostRecipients = 15

let next = 0

/** One recipient of a payment, as typed. */
export class Recipient {
  readonly id = next++
  /** An address, a payment request, or an OpenAlias name. */
  to = $state('')
  amount = $state('')
  /** Why the address cannot be used, after it was checked. */
  addressError = $state<string>()
  /** The result of a look-up, which the user may still have to accept. */
  found = $state.raw<FoundName>()
  lookingUp = $state(false)

  piconero = $derived(this.amount.trim() === '' ? 0n : parseAmount(this.amount.trim()))
  /** The text is a name that can be looked up. */
  isName = $derived(moneroLink(this.to) === undefined && aliasName(this.to.trim()) !== undefined)
  /** The name that the address is from. */
  named = $derived(this.found?.address === this.to.trim() ? this.found : undefined)
  hasAddress = $derived(this.to.trim() !== '' && this.addressError === undefined && !this.isName)
  hasAmount = $derived(this.amount.trim() !== '' && this.piconero !== undefined)
  isEmpty = $derived(this.to.trim() === '' && this.amount.trim() === '')

  constructor({ to = '', amount = '' }: Partial<PaidLine> = {}) {
    this.to = to
    this.amount = amount
  }
}

type Client = Pick<WalletClient, 'parse_uri' | 'validate_address' | 'resolve_name'>

/** The recipients of a payment. There is always at least one. */
export class Recipients {
  list = $state<Recipient[]>([new Recipient()])

  isSingle = $derived(this.list.length === 1)
  isFull = $derived(this.list.length >= mostRecipients)
  /** What all of them receive, as far as the amounts are valid. */
  total = $derived(this.list.reduce((sum, { piconero }) => sum + (piconero ?? 0n), 0n))

  readonly #client: Client
  /** A payment request filled in a recipient. */
  readonly #onRequest: (request: PaymentRequest) => void

  constructor(client: Client, onRequest: (request: PaymentRequest) => void) {
    this.#client = client
    this.#onRequest = onRequest
  }

  /** Adds an empty recipient. @returns It. */
  add(): Recipient {
    this.list.push(new Recipient())
    return this.list.at(-1)!
  }

  remove(recipient: Recipient) {
    this.list = this.list.filter(({ id }) => id !== recipient.id)
    if (this.list.length === 0) this.list = [new Recipient()]
  }

  /** Replaces all recipients. */
  replace(lines: readonly PaidLine[]) {
    this.list = lines.map((line) => new Recipient(line))
  }

  /** Adds the recipients of a text, if all of its lines can be read. @returns What is wrong with which line. */
  async addLines(text: string): Promise<LineError[]> {
    const read = await readLines(this.#client, text)
    if ('errors' in read) return read.errors
    const kept = this.list.filter(({ isEmpty }) => !isEmpty)
    const count = kept.length + read.paid.length
    if (count > mostRecipients)
      return [
        {
          line: 0,
          text: `A payment has at most ${mostRecipients} recipients, and this would be ${count}. Send it in several payments.`,
        },
      ]
    if (read.paid.length === 0)
      return [{ line: 0, text: 'Expected lines with an address and an amount, found none.' }]
    this.list = [...kept, ...read.paid.map((line) => new Recipient(line))]
    return []
  }

  /** Checks the typed or pasted text of a recipient: fills the form from a link, checks an address. */
  async check(recipient: Recipient) {
    const text = recipient.to.trim()
    recipient.addressError = undefined
    if (text === '' || recipient.isName) return
    const link = moneroLink(text)
    const found = link === undefined ? await this.#fault(text) : await tryLink(this.#client, link)
    // The text has changed since. The new text has its own check.
    if (recipient.to.trim() !== text) return
    if (typeof found === 'object') this.#fill(recipient, found)
    else recipient.addressError = found
  }

  /** Checks all, as the last input may not be checked yet. */
  async checkAll() {
    for (const recipient of this.list) {
      await this.check(recipient)
      if (recipient.isName) recipient.addressError = 'Look up this name first.'
    }
  }

  /** Looks up an OpenAlias name, on request of the user only. */
  async lookUp(recipient: Recipient) {
    const name = recipient.to.trim()
    recipient.addressError = undefined
    recipient.found = undefined
    recipient.lookingUp = true
    const answer = await this.#client.resolve_name({ name }).catch(errorText)
    recipient.lookingUp = false
    if (recipient.to.trim() !== name) return
    if (typeof answer === 'string') recipient.addressError = answer
    else if (answer.address === '')
      recipient.addressError = 'No Monero address was found at this name.'
    else {
      const { address, authentic: isAuthentic } = answer
      recipient.found = { name, address, isAuthentic }
      if (isAuthentic) this.accept(recipient)
    }
  }

  /** Uses the address that was found. */
  accept(recipient: Recipient) {
    if (!recipient.found) return
    recipient.addressError = undefined
    recipient.to = recipient.found.address
  }

  #fill(recipient: Recipient, request: PaymentRequest) {
    const [first, ...others] = request.recipients
    if (this.list.length + others.length > mostRecipients) {
      recipient.addressError = `A payment has at most ${mostRecipients} recipients.`
      return
    }
    recipient.to = first!.address
    if (first!.amount > 0n) recipient.amount = decimal(first!.amount)
    for (const { address, amount } of others)
      this.list.push(new Recipient({ to: address, amount: amount > 0n ? decimal(amount) : '' }))
    this.#onRequest(request)
  }

  /** Why the address is not valid. */
  async #fault(address: string): Promise<string | undefined> {
    try {
      const { valid } = await this.#client.validate_address({ address })
      return valid ? undefined : 'This is not a Monero address of this network.'
    } catch (error) {
      return errorText(error)
    }
  }
}
