import { parseAmount } from '#protocol/amount.ts'
import { text } from '../../languages/text.ts'
import { coinChoiceOf } from './coin-choice.svelte.ts'
import { ReviewedPayment, type Review } from './reviewed-payment.svelte.ts'
import { equalParts, fewestParts, mostParts, typedParts } from './split-amounts.ts'
import type { WalletState } from '../wallet.svelte.ts'

/** Splits money into several coins of the same account. */
export class Split extends ReviewedPayment {
  /** Equal parts of everything, equal parts of an amount, or parts of given sizes. */
  how = $state<'all' | 'amount' | 'sizes'>('all')
  /** Number of parts as typed. */
  parts = $state('4')
  /** To split, in XMR as typed. */
  amount = $state('')
  /** Of each part, in XMR as typed. */
  sizes = $state<string[]>(Array.from({ length: mostParts }, () => ''))
  /** Whether each part goes to a new address of the account. */
  isApart = $state(false)
  priority = $state(0)
  /** Whether only the chosen coins are split. */
  isChosen = $state(false)

  count = $derived(
    /^\d{1,2}$/.test(this.parts.trim()) &&
      Number(this.parts) >= fewestParts &&
      Number(this.parts) <= mostParts
      ? Number(this.parts)
      : undefined,
  )
  /** Sizes of the parts; empty for equal parts of everything; undefined while they are not complete. */
  amounts = $derived.by(() => {
    if (this.count === undefined) return undefined
    if (this.how === 'all') return []
    if (this.how === 'sizes') return typedParts(this.sizes.slice(0, this.count))
    const amount = parseAmount(this.amount.trim())
    return amount === undefined ? undefined : equalParts(amount, this.count)
  })
  ready = $derived(
    this.amounts !== undefined && (!this.isChosen || coinChoiceOf(this.wallet).isSpendable),
  )

  /** Addresses that this form created: another attempt uses them again. */
  #addresses: number[] = []

  constructor(wallet: WalletState) {
    super(wallet)
    this.isChosen = coinChoiceOf(wallet).isSpendable
  }

  protected async build(): Promise<Review> {
    const [count, amounts] = [this.count!, this.amounts!]
    return this.session.client.review_split({
      account_index: this.account,
      address_indices: await this.#addressesFor(count),
      amounts,
      priority: this.priority,
      ...(this.isChosen && { key_images: coinChoiceOf(this.wallet).keyImages }),
    })
  }

  async #addressesFor(count: number): Promise<number[]> {
    if (!this.isApart) return Array.from({ length: count }, () => 0)
    const missing = count - this.#addresses.length
    if (missing > 0) {
      const made = await this.session.client.create_address({
        account_index: this.account,
        count: missing,
        label: text('Part of a split'),
      })
      this.#addresses.push(...made.address_indices)
    }
    return this.#addresses.slice(0, count)
  }
}
