import { describe, expect, test } from 'vitest'
import { linksOf, linksOfAll } from '../../../../../worker/engine/payments/coins/coin-links.ts'
import { originOf } from '../../../../../worker/engine/payments/coins/coin-origin.ts'
import type { SentRecord } from '../../../../../worker/engine/store/records.ts'

type Output = Parameters<typeof linksOf>[1][number]

const sentTo = (...addresses: string[]) =>
  ({ destinations: addresses.map((address) => ({ address, amount: 1n })) }) as unknown as SentRecord
const parts = {
  store: {
    sent: new Map([
      ['paid', sentTo('theirs')],
      ['paid both', sentTo('ours', 'theirs')],
      ['moved', sentTo('ours')],
      ['restored', sentTo()],
    ]),
  } as unknown as Parameters<typeof linksOf>[0]['store'],
  addresses: {
    indexOf: (address: string) => (address === 'ours' ? { account: 0, address: 1 } : undefined),
  },
}
const output = (txid: string, address = 0, coinbase = false): Output => ({
  txid,
  coinbase,
  subaddress: { account: 0, address },
})
const mined = (txid: string) => output(txid, 0, true)
const links = (...outputs: Output[]) =>
  Object.fromEntries(linksOf(parts, outputs).map(({ kind, count }) => [kind, count]))

test.each([
  [mined('a'), 'mined'],
  [output('a'), 'received'],
  [output('paid'), 'change'],
  [output('paid both'), 'change'],
  [output('restored'), 'change'],
  [output('moved'), 'own'],
])('originOf: case %#', (given, origin) => expect(originOf(parts, given)).toBe(origin))

describe('linksOf', () => {
  test('one received output is known to its payer, and nothing else', () =>
    expect(links(output('a'))).toEqual({ payer: 1 }))

  test('one output of another origin reveals nothing', () => {
    for (const one of [mined('a'), output('paid'), output('moved')]) expect(links(one)).toEqual({})
  })

  test('several addresses are linked', () =>
    expect(links(output('a', 1), output('b', 2), output('c', 2))).toEqual({
      addresses: 2,
      payer: 3,
    }))

  test('several payments to one address are linked', () =>
    expect(links(output('a', 1), output('b', 1))).toEqual({ payments: 2, payer: 2 }))

  test('the address of change is known to nobody', () =>
    expect(links(output('paid', 0), output('a', 1))).toEqual({ change: 1, payer: 1 }))

  test('mined outputs beside others', () => {
    expect(links(mined('a'), mined('b'))).toEqual({})
    expect(links(mined('a'), output('paid'))).toEqual({ mined: 1, change: 1 })
    expect(links(mined('a'), output('b', 3))).toEqual({ mined: 1, addresses: 2, payer: 1 })
  })

  test('outputs of one transaction', () => {
    expect(links(output('moved'), output('moved', 1))).toEqual({ transaction: 2 })
    const two = [output('moved'), output('moved'), output('paid'), output('paid'), mined('a')]
    expect(links(...two)).toEqual({ transaction: 4, mined: 1, change: 1 })
  })

  test('change of one payment alone is not merged with anything', () =>
    expect(links(output('paid'), output('paid'))).toEqual({ transaction: 2 }))

  test('many inputs', () => {
    const some = (count: number) => Array.from({ length: count }, (_, at) => mined(`${at}`))
    expect(links(...some(8))).toEqual({})
    expect(links(...some(9))).toEqual({ many: 9 })
  })
})

test('linksOfAll: only outputs of one transaction are linked', () => {
  expect(linksOfAll(parts, [[output('a', 1)], [output('b', 2)]])).toEqual([
    { kind: 'payer', count: 1 },
  ])
  const merged = linksOfAll(parts, [
    [output('a', 1), output('b', 2)],
    [output('c', 3), output('d', 4), output('e', 5)],
  ])
  expect(merged).toEqual([
    { kind: 'addresses', count: 3 },
    { kind: 'payer', count: 3 },
  ])
})
