import { parseAmount } from '#protocol/amount.ts'
import { RpcError } from '#protocol/errors.ts'
import { errorText } from '../../format/error-text.ts'
import type { WalletState } from '../wallet.svelte.ts'
import { coinChoiceOf } from './coin-choice.svelte.ts'
import { ReviewedPayment, type Review } from './reviewed-payment.svelte.ts'

/** Sends many coins to one address, without change. */
export class Sweep extends ReviewedPayment {
  /** Which coins. */
  what = $state<'chosen' | 'address' | 'account' | 'below'>('account')
  /** Index of the swept address, as the value of a select element. */
  address = $state('')
  /** In XMR as typed. */
  below = $state('')
  /** Whether the money stays in this account. */
  isOwn = $state(false)
  to = $state('')
  /** Why the address cannot be used, after it was checked. */
  addressError = $state<string>()
  priority = $state(0)

  limit = $derived(parseAmount(this.below.trim()))
  ready = $derived(
    (this.isOwn || (this.to.trim() !== '' && this.addressError === undefined)) &&
      (this.what !== 'address' || this.address !== '') &&
      (this.what !== 'below' || (this.limit !== undefined && this.limit > 0n)) &&
      (this.what !== 'chosen' || coinChoiceOf(this.wallet).isSpendable),
  )

  constructor(wallet: WalletState) {
    super(wallet)
    if (coinChoiceOf(wallet).isSpendable) this.what = 'chosen'
  }

  /** The address that receives everything. */
  get recipient(): string {
    return this.isOwn ? (this.wallet.addresses?.addresses[0]?.address ?? '') : this.to.trim()
  }

  async checkRecipient() {
    const address = this.to.trim()
    this.addressError = undefined
    if (address === '') return
    const { valid } = await this.session.client.validate_address({ address })
    if (!valid && this.to.trim() === address)
      this.addressError = 'This is not a Monero address of this network.'
  }

  protected build(): Promise<Review> {
    return this.session.client.review_sweep({
      account_index: this.account,
      address: this.recipient,
      priority: this.priority,
      ...this.#coins(),
    })
  }

  #coins() {
    if (this.what === 'chosen') return { key_images: coinChoiceOf(this.wallet).keyImages }
    if (this.what === 'address') return { subaddr_indices: [Number(this.address)] }
    if (this.what === 'account') return { subaddr_indices_all: true }
    return { subaddr_indices_all: true, below_amount: this.limit! }
  }

  // All coins are unlocked: the engine found that they do not cover the fee.
  protected override explain(error: unknown): string {
    return error instanceof RpcError && error.reason === 'NOT_ENOUGH_UNLOCKED_MONEY'
      ? 'These coins are worth less than the fee to send them.'
      : errorText(error)
  }
}
