import { describe, expect, test } from 'vitest'
import {
  canChoose,
  filterCoins,
  noCoinFilter,
  type Coin,
  type CoinFilter,
} from '../../../../web/state/coins/coin-filter.ts'

const xmr = 1_000_000_000_000n

const coin = (key: string, fields: Partial<Coin> = {}): Coin => ({
  key,
  key_image: `image ${key}`,
  amount: xmr,
  txid: `tx ${key}`,
  height: 1n,
  timestamp: 1n,
  confirmations: 20n,
  address_index: 0,
  address_label: '',
  origin: 'received',
  state: 'unspent',
  blocks_to_unlock: 0n,
  unlock_time: 0n,
  spent_txid: undefined,
  label: '',
  ...fields,
})

const coins = [
  coin('a', { amount: 3n * xmr, address_index: 2, address_label: 'Café' }),
  coin('b', { state: 'locked', origin: 'change', label: 'Rent' }),
  coin('c', { state: 'frozen', amount: 2n * xmr, address_index: 1 }),
  coin('d', { state: 'spent' }),
  coin('e', { state: 'spending', origin: 'mined' }),
]
const found = (filter: Partial<CoinFilter>) =>
  filterCoins(coins, { ...noCoinFilter, ...filter })
    .map(({ key }) => key)
    .join('')

describe('filterCoins', () => {
  test.each<[string, Partial<CoinFilter>]>([
    ['cba', {}],
    ['a', { state: 'usable' }],
    ['b', { state: 'locked' }],
    ['c', { state: 'frozen' }],
    ['ed', { state: 'spent' }],
    ['edcba', { state: 'all' }],
    ['b', { origin: 'change' }],
    ['e', { state: 'all', origin: 'mined' }],
    ['ca', { least: '1.5' }],
    ['cb', { most: '2' }],
    ['c', { least: '1.5', most: '2' }],
    ['cba', { least: 'one' }],
    ['a', { search: 'CAFE' }],
    ['b', { search: ' rent ' }],
    ['a', { search: '#2' }],
    ['c', { search: '2.0000 tx' }],
    ['', { search: 'nothing' }],
  ])('finds %j by %j', (keys, filter) => expect(found(filter)).toBe(keys))

  test('orders, equal ones in the order of the chain', () => {
    expect(found({ order: 'oldest' })).toBe('abc')
    expect(found({ order: 'largest' })).toBe('acb')
    expect(found({ order: 'smallest' })).toBe('bca')
    expect(found({ order: 'address' })).toBe('bca')
    expect(found({ order: 'largest', state: 'all' })).toBe('acbde')
  })

  test('leaves the list of all coins unchanged', () => {
    found({})
    expect(coins.map(({ key }) => key).join('')).toBe('abcde')
  })
})

test('canChoose: no spent coin, and none without a key image', () => {
  expect(coins.map(canChoose)).toEqual([true, true, true, false, false])
  expect(canChoose(coin('f', { key_image: undefined }))).toBe(false)
})
