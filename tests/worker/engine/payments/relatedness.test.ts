import { describe, expect, test } from 'vitest'
import {
  pickLeastRelated,
  pickPreferred,
  relatedness,
} from '../../../../worker/engine/payments/relatedness.ts'
import { seededBytes } from '../../../support/random/sfc32.ts'
import { someOutput } from '../../../support/wallets/output-records.ts'

describe('relatedness', () => {
  const at = (height: bigint, txid = `${height}`) => someOutput({ height, txid })

  test.each([
    ['of one transaction', at(5n, 'a'), at(5n, 'a'), 1],
    ['of one block', at(5n, 'a'), at(5n, 'b'), 0.9],
    ['of neighbouring blocks', at(6n), at(5n), 0.8],
    ['nine blocks apart', at(5n), at(14n), 0.2],
    ['ten blocks apart', at(5n), at(15n), 0],
  ])('%s', (_, a, b, expected) => {
    expect(relatedness(a, b)).toBe(expected)
    expect(relatedness(b, a)).toBe(expected)
  })
})

describe('pickPreferred', () => {
  const output = (amount: bigint, height: bigint, address = 0) =>
    someOutput({ amount, height, txid: `${height}`, subaddress: { account: 0, address } })

  test('takes the oldest sufficient output', () => {
    const outputs = [output(3n, 1n), output(9n, 2n), output(10n, 3n)]
    expect(pickPreferred(outputs, 8n)).toEqual([outputs[1]])
  })

  test('takes the two least related outputs where one is not enough', () => {
    const outputs = [output(5n, 1n), output(5n, 2n), output(5n, 8n), output(5n, 30n)]
    expect(pickPreferred(outputs, 9n)).toEqual([outputs[0], outputs[3]])
  })

  test('takes related outputs when there are no others', () => {
    const outputs = [output(5n, 1n), output(5n, 2n), output(5n, 4n)]
    expect(pickPreferred(outputs, 9n)).toEqual([outputs[0], outputs[2]])
  })

  test('never joins two addresses', () => {
    expect(pickPreferred([output(5n, 1n, 0), output(5n, 99n, 1)], 9n)).toEqual([])
  })

  test('returns no outputs where two are not enough', () => {
    expect(pickPreferred([output(5n, 1n), output(5n, 99n), output(5n, 199n)], 11n)).toEqual([])
  })
})

describe('pickLeastRelated', () => {
  const near = someOutput({ height: 10n, txid: 'x', amount: 1n })
  const far = someOutput({ height: 50n, txid: 'y', amount: 7n })
  const farther = someOutput({ height: 90n, txid: 'z', amount: 3n })
  const chosen = [someOutput({ height: 11n, txid: 'w' })]

  test('takes any of the least related', () => {
    const random = seededBytes(1)
    const picks = Array.from({ length: 50 }, () =>
      pickLeastRelated(random, [near, far, farther], chosen),
    )
    expect(new Set(picks)).toEqual(new Set([far, farther]))
  })

  test('takes the smallest of the least related on request', () => {
    const picked = pickLeastRelated(seededBytes(2), [near, far, farther], chosen, 'smallest')
    expect(picked).toBe(farther)
  })

  test('takes one of the same transaction when there is no other', () => {
    const twin = someOutput({ height: 11n, txid: 'w', amount: 2n })
    expect(pickLeastRelated(seededBytes(3), [twin], chosen)).toBe(twin)
  })
})
