import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareChains, type ChainClaim } from '../../../proxy/upstream/chain-agreement.ts'
import { count, seed } from '../../support/random/case-counts.ts'

/** A claim from `20a 30b`: block `a` at height 20, block `b` at 30. */
const claim = (blocks: string, network = 'mainnet'): ChainClaim => ({
  network,
  ids: new Map(
    blocks
      .split(' ')
      .filter(Boolean)
      .map((block) => [BigInt(parseInt(block)), block]),
  ),
})

/** `agrees`, `unconfirmed`, or the height from which on the node disagrees. */
const results = (...claims: ChainClaim[]) =>
  compareChains(claims).map(({ agreement, disagreesAt }) =>
    agreement === 'disagrees' ? (disagreesAt ?? 'network') : agreement,
  )

describe('compareChains', () => {
  test('nodes with the same blocks agree', () => {
    expect(results(claim('20a 30a'), claim('20a 30a'))).toEqual(['agrees', 'agrees'])
  })

  test('a node with another block than most disagrees', () => {
    expect(results(claim('20b'), claim('20a'), claim('20a'))).toEqual([20n, 'agrees', 'agrees'])
  })

  test('of two nodes that differ, the first one of the operator is used', () => {
    expect(results(claim('20a'), claim('20b'))).toEqual(['unconfirmed', 20n])
  })

  test('a node of another network disagrees, although it has the same first block', () => {
    expect(results(claim('0a'), claim('0a', 'fakechain'), claim('0a'))).toEqual([
      'agrees',
      'network',
      'agrees',
    ])
  })

  test('a node that does not name its network is compared by blocks', () => {
    expect(results(claim('0a', ''), claim('0a'), claim('0b', ''))).toEqual(['agrees', 'agrees', 0n])
  })

  test('a node that is outvoted at a lower height has no vote above it', () => {
    expect(results(claim('20b 30b'), claim('20a 30a'), claim('20a'))).toEqual([
      20n,
      'agrees',
      'agrees',
    ])
  })

  test('nodes without a common height are unconfirmed', () => {
    expect(results(claim('20a'), claim('30a'), claim('', ''))).toEqual([
      'unconfirmed',
      'unconfirmed',
      'unconfirmed',
    ])
  })

  test('without nodes there is nothing', () => {
    expect(results()).toEqual([])
  })

  test('a minority never changes what is said about the others, wherever it stands', () => {
    const heights = [0n, 10n, 20n]
    const liars = fc.array(
      fc
        .uniqueArray(fc.constantFrom(...heights))
        .chain((own) => fc.record({ own: fc.constant(own), lie: fc.constantFrom('x', 'y') })),
      { maxLength: 2 },
    )
    fc.assert(
      fc.property(liars, fc.nat(3), (lying, place) => {
        const honest = [0, 1, 2].map(() => claim('0a 10a 20a'))
        const claims: ChainClaim[] = lying.map(({ own, lie }) => ({
          network: 'mainnet',
          ids: new Map(own.map((height) => [height, `${height}${lie}`])),
        }))
        const all = [...honest.slice(0, place), ...claims, ...honest.slice(place)]
        const compared = compareChains(all)
        for (const [index, each] of all.entries()) {
          const isLiar = claims.includes(each)
          const expected = isLiar ? (each.ids.size > 0 ? 'disagrees' : 'unconfirmed') : 'agrees'
          expect(compared[index]!.agreement).toBe(expected)
        }
      }),
      { numRuns: count(200, 20_000), seed: seed() },
    )
  })
})
