/**
 * The module makes 1024 keys in a call; the results must not depend on where a request is cut.
 */
import { concatBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { seed } from '../../support/random/case-counts.ts'
import { seededRandom } from '../../support/random/keccak-random.ts'
import { subaddressCases } from '../cases/subaddresses.ts'
import { builds, makeBuild, makeWasm } from '../module.ts'
import { randomPoint, randomScalar } from '../values.ts'

describe.each(builds)('%s', (build) => {
  subaddressCases(makeBuild(build))
})

const random = seededRandom(`${seed()} chunks`)
const crypto = makeWasm(random)

test('subaddressViewKeys: one call for 2100 keys equals several smaller calls', () => {
  const [view, base] = [randomScalar(random), randomPoint(random)]
  const [one, other] = [crypto.subaddressViewKeys(view, base, 3, 0, 1023), 1023]
  const rest = crypto.subaddressViewKeys(view, base, 3, other, 2100 - other)
  expect(crypto.subaddressViewKeys(view, base, 3, 0, 2100)).toEqual(concatBytes(one, rest))
})

describe('subaddressSpendKeys', () => {
  const [view, spend] = [randomScalar(random), randomPoint(random)]

  test('one call for 2100 keys equals several smaller calls', () => {
    const pieces = [0, 1, 7, 1000, 1024, 2000].map((first, i, all) =>
      crypto.subaddressSpendKeys(view, spend, 0, first, (all[i + 1] ?? 2100) - first),
    )
    expect(crypto.subaddressSpendKeys(view, spend, 0, 0, 2100)).toEqual(concatBytes(...pieces))
  })

  test('accepts the largest index, and a count of zero', () => {
    const last = crypto.subaddressSpendKeys(view, spend, 0xffffffff, 0xffffffff, 1)
    const secret = crypto.subaddressSecret(view, 0xffffffff, 0xffffffff)
    expect(last).toEqual(crypto.pointAdd(spend, crypto.multiplyBase(secret)))
    expect(crypto.subaddressSpendKeys(view, spend, 0, 5, 0)).toEqual(new Uint8Array())
    expect(() => crypto.subaddressSpendKeys(view, spend, 0, 0xffffffff, 2)).toThrow('count')
  })
})
