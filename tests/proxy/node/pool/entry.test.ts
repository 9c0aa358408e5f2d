import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  byFee,
  isBroadcast,
  isKeptByBlock,
  isSettled,
  methods,
} from '../../../../proxy/node/pool/entry.ts'
import { poolEntry } from '../../../support/transactions/pool-entry.ts'
import { count, seed } from '../../../support/random/case-counts.ts'

describe('the methods of arrival', () => {
  const those = (test: typeof isBroadcast) =>
    methods.filter((method) => test(poolEntry({ method })))

  test('are broadcast, for templates and kept by a block as in relay_category of monero', () => {
    expect(those(isBroadcast)).toEqual(['fluff', 'block'])
    expect(those(isSettled)).toEqual(['none', 'fluff', 'block'])
    expect(those(isKeptByBlock)).toEqual(['block'])
  })
})

describe('byFee', () => {
  const sorted = (...entries: ReturnType<typeof poolEntry>[]) =>
    entries.sort(byFee).map(({ id }) => id)

  test('puts the highest fee per weight first, then the oldest, then the lowest id', () => {
    const least = poolEntry({ id: 'a', fee: 299n, weight: 300n })
    const young = poolEntry({ id: 'b', fee: 300n, weight: 300n, receiveTime: 9n })
    const old = poolEntry({ id: 'd', fee: 100n, weight: 100n, receiveTime: 8n })
    const other = poolEntry({ id: 'c', fee: 200n, weight: 200n, receiveTime: 8n })
    expect(sorted(least, young, old, other)).toEqual(['c', 'd', 'b', 'a'])
  })

  test('is an order: antisymmetric, and zero weights do not divide', () => {
    const small = fc.bigInt({ min: 0n, max: 3n })
    const entry = fc.record({
      fee: small,
      weight: small,
      receiveTime: small,
      id: fc.constantFrom('a', 'b'),
    })
    fc.assert(
      fc.property(entry, entry, (a, b) => {
        const [left, right] = [poolEntry(a), poolEntry(b)]
        const same = a.id === b.id && byFee(left, right) === byFee(right, left)
        if (!same) expect(Math.sign(byFee(left, right))).toBe(-Math.sign(byFee(right, left)))
        expect(byFee(left, right)).not.toBeNaN()
      }),
      { numRuns: count(200, 5000), seed: seed() },
    )
  })
})
