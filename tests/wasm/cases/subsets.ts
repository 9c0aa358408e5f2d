import { beforeAll, describe, expect, test } from 'vitest'
import type { Crypto } from '#wasm/types.ts'
import { seededRandom } from '../../support/random/keccak-random.ts'
import type { Make } from './make.ts'
import { G, identity, noPoints, smallOrder } from './material.ts'

export function subsetCases(make: Make) {
  describe('sums of random subsets', () => {
    let crypto: Crypto
    beforeAll(async () => {
      crypto = await make(seededRandom('subsets'))
    })
    const points = (count: number) =>
      Array.from({ length: count }, () => crypto.multiplyBase(crypto.randomScalar()))
    const areFine = (sums: Uint8Array) => crypto.areInMainSubgroup(crypto.subsetSums(sums))

    test('of points of the main subgroup are in the main subgroup', () => {
      const first = crypto.addToSubsets(points(7))!
      expect(areFine(first)).toBe(true)
      expect(areFine(crypto.addToSubsets(points(5), first)!)).toBe(true)
      expect(areFine(crypto.addToSubsets([])!)).toBe(true)
    })

    test.each(smallOrder.filter(([order]) => order > 1))(
      'leave the main subgroup if one point, at any position, has torsion of order %i',
      (_, T) => {
        const some = points(11)
        for (const at of [0, 4, 5, 10]) {
          const other = crypto.pointAdd(some[at]!, T)!
          expect(areFine(crypto.addToSubsets(some.with(at, other))!)).toBe(false)
          const before = crypto.addToSubsets([other])
          expect(areFine(crypto.addToSubsets(some, before)!)).toBe(false)
        }
      },
    )

    test('detect torsion even if it cancels out in the total sum', () => {
      const T = smallOrder.find(([order]) => order === 2)![1]
      expect(areFine(crypto.addToSubsets([T, T])!)).toBe(false)
      expect(areFine(crypto.addToSubsets([T], crypto.addToSubsets([T]))!)).toBe(false)
    })

    test('contain each point in about half of the subsets', () => {
      const sums = crypto.subsetSums(crypto.addToSubsets([G])!).map(String)
      const without = sums.filter((sum) => sum === String(identity)).length
      expect(without).toBeGreaterThan(8)
      expect(without).toBeLessThan(56)
      expect(new Set(sums)).toEqual(new Set([String(identity), String(G)]))
    })

    test('error: bytes that are not a point, or of a wrong length', () => {
      expect(crypto.addToSubsets([...points(6), noPoints[0]![1]])).toBeUndefined()
      expect(() => crypto.addToSubsets([new Uint8Array(31)])).toThrow(RangeError)
      expect(() => crypto.addToSubsets([], new Uint8Array(31))).toThrow(RangeError)
      expect(() => crypto.subsetSums(new Uint8Array(31))).toThrow(RangeError)
    })
  })
}
