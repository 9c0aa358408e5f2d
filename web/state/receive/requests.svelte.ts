import type { WalletClient } from '../../client.ts'
import { plural, text } from '../../languages/text.ts'
import { errorText } from '../../format/error-text.ts'
import type { WalletState } from '../wallet.svelte.ts'

export type PaymentRequest = Awaited<ReturnType<WalletClient['get_requests']>>['requests'][number]
/** Which requests the list shows. */
export type RequestGroup = 'open' | 'paid' | 'expired'

/** The payment requests of the account on screen. */
export class Requests {
  all = $state.raw<readonly PaymentRequest[]>()
  error = $state<string>()
  readonly #wallet: WalletState
  /** Number of reads: an answer to an older one is ignored. */
  #reads = 0

  constructor(wallet: WalletState) {
    this.#wallet = wallet
  }

  async read() {
    const read = ++this.#reads
    const { account: account_index, session } = this.#wallet
    try {
      const { requests } = await session.client.get_requests({ account_index })
      if (read !== this.#reads) return
      this.all = requests
      this.error = undefined
    } catch (error) {
      if (read === this.#reads) this.error = errorText(error)
    }
  }

  /** @param days - Until it expires; 0 for never. @returns Index of its address. */
  async create(
    asked: { amount: bigint; description: string; recipient: string },
    days: number,
  ): Promise<number> {
    const expires = days > 0 ? BigInt(Math.floor(Date.now() / 1000) + days * 86_400) : 0n
    const { account: account_index, session } = this.#wallet
    const made = await session.client.create_request({ account_index, ...asked, expires })
    await this.read()
    return made.address_index
  }

  async remove(address_index: number) {
    const { account: account_index, session } = this.#wallet
    await session.client.remove_request({ account_index, address_index })
    await this.read()
  }
}

export function groupOf({ state }: Pick<PaymentRequest, 'state'>): RequestGroup {
  if (state === 'paid' || state === 'complete') return 'paid'
  return state === 'expired' ? 'expired' : 'open'
}

/** The state of a request in words. */
export function showState({
  state,
  confirmations,
}: Pick<PaymentRequest, 'state' | 'confirmations'>): string {
  if (state === 'waiting') return text('Waiting for payment')
  if (state === 'seen') return text('Payment seen, not in a block yet')
  if (state === 'part') return text('Partly paid')
  if (state === 'complete') return text('Paid and spendable')
  if (state === 'expired') return text('Expired')
  return plural(confirmations, ['Paid, # of 10 confirmations', 'Paid, # of 10 confirmations'])
}

/** The link that opens wallets in a browser. Browsers let no page handle `monero:` links. */
export const webLink = (uri: string): string => `web+${uri}`
