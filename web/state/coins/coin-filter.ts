/**
 * Which coins the list shows, and in which order.
 *
 * @module
 */
import { parseAmount } from '#protocol/amount.ts'
import { splitAmount } from '../../format/amount.ts'
import { itemSearch } from '../../format/search-text.ts'
import type { WalletClient } from '../../client.ts'

/** An output of the wallet. The screen calls it a coin. */
export type Coin = Awaited<ReturnType<WalletClient['get_coins']>>['coins'][number]

export type CoinFilter = {
  search: string
  state: 'unspent' | 'usable' | 'locked' | 'frozen' | 'spent' | 'all'
  origin: Coin['origin'] | 'all'
  /** In XMR as typed; empty for any. */
  least: string
  most: string
  order: 'newest' | 'oldest' | 'largest' | 'smallest' | 'address'
}

export const noCoinFilter: CoinFilter = {
  search: '',
  state: 'unspent',
  origin: 'all',
  least: '',
  most: '',
  order: 'newest',
}

const states: Record<CoinFilter['state'], readonly Coin['state'][]> = {
  unspent: ['unspent', 'locked', 'frozen'],
  usable: ['unspent'],
  locked: ['locked'],
  frozen: ['frozen'],
  spent: ['spending', 'spent'],
  all: ['unspent', 'locked', 'frozen', 'spending', 'spent'],
}

/** The coins that a filter selects, in its order. @param coins - In the order of the chain. */
export function filterCoins(coins: readonly Coin[], filter: CoinFilter): Coin[] {
  const wanted = states[filter.state]
  const [least, most] = [parseAmount(filter.least), parseAmount(filter.most)]
  const isMatch = searched(filter.search)
  const found = coins.filter(
    (coin) =>
      wanted.includes(coin.state) &&
      (filter.origin === 'all' || coin.origin === filter.origin) &&
      (least === undefined || coin.amount >= least) &&
      (most === undefined || coin.amount <= most) &&
      isMatch(coin),
  )
  if (filter.order === 'oldest') return found
  return filter.order === 'newest' ? found.reverse() : found.sort(comparisons[filter.order])
}

const byAmount = (a: Coin, b: Coin) => (a.amount < b.amount ? -1 : a.amount > b.amount ? 1 : 0)
const comparisons = {
  largest: (a: Coin, b: Coin) => byAmount(b, a),
  smallest: byAmount,
  address: (a: Coin, b: Coin) => a.address_index - b.address_index,
}

/** What the search finds: label, address, transaction id, and the amount as it is shown. */
const searched = itemSearch(({ label, address_label, address_index, txid, amount }: Coin) => {
  const { whole, fraction } = splitAmount(amount)
  return [label, address_label, `#${address_index}`, txid, `${whole}.${fraction}`].join(' ')
})

/** Whether it can be chosen: to pay with it, to freeze it, or to thaw it. */
export const canChoose = ({ state, key_image }: Coin): boolean =>
  key_image !== undefined && states.unspent.includes(state)
