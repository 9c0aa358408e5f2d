import { describe, expect, test } from 'vitest'
import { coinAddress, coinAge, coinOrigin, coinState, coinTitle } from '../../../web/format/coin.ts'
import type { Coin } from '../../../web/state/coins/coin-filter.ts'

const coin = (fields: Partial<Coin>) =>
  ({
    address_index: 3,
    address_label: '',
    label: '',
    origin: 'received',
    state: 'locked',
    blocks_to_unlock: 0n,
    unlock_time: 0n,
    timestamp: 1_000n,
    ...fields,
  }) as Coin

describe('a coin', () => {
  test('is named by its label, else by its address', () => {
    expect(coinTitle(coin({ label: 'Bicycle', address_label: 'Fair' }))).toBe('Bicycle')
    expect(coinTitle(coin({ address_label: 'Fair' }))).toBe('Fair')
    expect(coinAddress(coin({}))).toBe('Address 3')
    expect(coinAddress(coin({ address_index: 0, address_label: 'Primary account' }))).toBe(
      'Primary address',
    )
  })

  test.each([
    ['mined', 'Mined'],
    ['received', 'Received'],
    ['change', 'Change of a payment'],
    ['own', 'From this wallet'],
  ] as const)('of origin %s is shown as %s', (origin, shown) =>
    expect(coinOrigin({ origin })).toBe(shown),
  )

  test.each([
    [{ state: 'unspent' }, undefined],
    [{ state: 'frozen' }, 'Frozen'],
    [{ state: 'spent' }, 'Spent'],
    [{ state: 'spending' }, 'Being spent'],
    [{ blocks_to_unlock: 1n }, 'Locked for 1 block'],
    [{ blocks_to_unlock: 9n }, 'Locked for 9 blocks'],
    [{ unlock_time: 1_234n }, 'Locked until block 1234'],
  ] as const)('in a state, case %#', (fields, shown) => expect(coinState(coin(fields))).toBe(shown))

  test('has an age, unless its block is unknown', () => {
    expect(coinAge(coin({}), 1_000 + 3 * 86_400)).toBe('3 days old')
    expect(coinAge(coin({}), 900)).toBe('less than a minute old')
    expect(coinAge(coin({ timestamp: 0n }), 1_000)).toBe('')
  })
})
