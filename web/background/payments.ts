/**
 * Finds payments that were not announced yet, over all accounts.
 *
 * What was announced is an attribute of the wallet, encrypted with it: payments that come while the wallet is locked are
 * announced after it is unlocked, once.
 *
 * @module
 */
import type { WalletClient } from '../client.ts'
import type { Transfer } from '../state/wallet.svelte.ts'

/** Of the wallet's attributes. */
const attributeKey = 'nightjar.announced'

/** Payments up to `height` are announced, and those of the pool with these ids. */
export type Announced = { height: bigint; ids: string[] }

/** Pool transactions are few; the list must not grow without a limit. */
const mostIds = 100

type Client = Pick<WalletClient, 'get_attribute' | 'set_attribute' | 'get_transfers'>

export class PaymentFinder {
  readonly #client: Client
  #announced: Announced | undefined

  constructor(client: Client) {
    this.#client = client
  }

  /**
   * The payments since the last call, which count as announced from now on. The first call for a wallet returns none:
   * a restored wallet would announce its whole history.
   *
   * @param height - Scanned blocks.
   * @param pool - Payments of the pool.
   */
  async find(height: bigint, pool: readonly Transfer[]): Promise<Transfer[]> {
    this.#announced ??= await this.#read()
    if (!this.#announced) {
      await this.#write({ height: height - 1n, ids: pool.map(({ txid }) => txid) })
      return []
    }
    const { height: above, ids } = this.#announced
    const { in: mined = [] } = await this.#client.get_transfers({
      in: true,
      all_accounts: true,
      filter_by_height: true,
      min_height: above,
    })
    const found = [...mined, ...pool].filter(isPayment)
    const news = found.filter(({ txid }) => !ids.includes(txid))
    const top = mined.reduce(
      (highest, each) => (each.height > highest ? each.height : highest),
      above,
    )
    const waiting = pool.map(({ txid }) => txid).slice(-mostIds)
    // A payment of the pool is not shown with every account: it stays known until it is mined.
    const kept = ids.filter((id) => !mined.some(({ txid }) => txid === id))
    const next = { height: top, ids: [...new Set([...kept, ...waiting])].slice(-mostIds) }
    if (top !== above || next.ids.join() !== ids.join()) await this.#write(next)
    return news
  }

  async #read(): Promise<Announced | undefined> {
    try {
      const { value } = await this.#client.get_attribute({ key: attributeKey })
      const { height, ids } = JSON.parse(value) as { height: string; ids: string[] }
      return { height: BigInt(height), ids }
    } catch {
      // The attribute does not exist yet.
      return undefined
    }
  }

  async #write(announced: Announced) {
    this.#announced = announced
    const value = JSON.stringify({ height: `${announced.height}`, ids: announced.ids })
    await this.#client.set_attribute({ key: attributeKey, value })
  }
}

/** Coins from mining are none. */
const isPayment = ({ type }: Transfer) => type === 'in' || type === 'pool'
