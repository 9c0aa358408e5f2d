import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import type { NodeSample } from '#protocol/daemon/node-samples.ts'
import { heightId } from '../../../../support/daemons/sampled-node.ts'
import { compareSamples } from '../../../../../worker/engine/sync/comparison/compare-samples.ts'

const foreign = 'ab'.repeat(32)

/** A chain whose block ids are their heights; ids below `first` are unknown. */
const chain = (height: bigint, first = 0n) => ({
  height,
  at: (at: bigint) => (at >= first && at < height ? hexToBytes(heightId(at)) : undefined),
})

/** A node on the same chain, except for given fields. */
function sample(height: bigint, given: Partial<NodeSample> = {}): NodeSample {
  const newest = ((height - 11n) / 10n) * 10n
  return {
    name: 'b.example:1',
    problem: undefined,
    height,
    top_id: heightId(height - 1n),
    settled: [newest, newest - 10n].map((at) => ({ height: at, id: heightId(at) })),
    fees: [],
    ...given,
  }
}

const compared = (samples: readonly NodeSample[], own = chain(100n), includeOwn = false) =>
  compareSamples(own, 'a.example:1', samples, { includeOwn })

describe('another node', () => {
  test('agrees with the same top block', () => {
    expect(compared([sample(100n)])).toEqual({ agreedHeight: 100n, uncompared: [] })
  })

  test.each([90n, 98n, 101n, 110n])('may have %d blocks where the wallet has 100', (height) => {
    expect(compared([sample(height)])).toEqual({ uncompared: [] })
  })

  test('may be on another branch near the top', () => {
    expect(compared([sample(100n, { top_id: foreign })])).toEqual({ uncompared: [] })
  })

  test('disagrees with another block ten below the lower top', () => {
    const settled = [
      { height: 80n, id: foreign },
      { height: 70n, id: foreign },
    ]
    expect(compared([sample(100n), sample(100n, { settled })])).toEqual({
      disagreement:
        `daemon a.example:1 and daemon b.example:1 disagree: block 70 is ${heightId(70)} at the first and ` +
        `${foreign} at the second. Nothing is sent until they agree. Look this up in another source, and use ` +
        'daemons that agree with it',
      uncompared: [],
    })
  })

  test('is compared at blocks that are ten deep in both chains', () => {
    const settled = (height: bigint) => ({ settled: [{ height, id: foreign }] })
    expect(compared([sample(120n, settled(90n))]).disagreement).toBeUndefined()
    expect(compared([sample(120n, settled(89n))]).disagreement).toBeDefined()
    expect(compared([sample(95n, settled(85n))]).disagreement).toBeUndefined()
    expect(compared([sample(95n, settled(84n))]).disagreement).toBeDefined()
  })

  test.each([
    ['it does not answer', sample(0n, { problem: 'it does not answer', settled: [] })],
    ['it is behind the wallet', sample(100n), chain(2000n, 1500n)],
    ['it is ahead of the wallet', sample(200n)],
    ['the chains are too short', sample(5n, { settled: [], top_id: foreign }), chain(5n)],
  ])('is not compared: %s', (reason, given, own = chain(100n)) => {
    expect(compared([given], own)).toEqual({
      uncompared: [`daemon b.example:1 is not compared: ${reason}`],
    })
  })

  test('of a short chain agrees with the same top block', () => {
    expect(compared([sample(5n, { settled: [] })], chain(5n))).toEqual({
      agreedHeight: 5n,
      uncompared: [],
    })
  })
})

test('two nodes of a proxy must agree, since one of them served the wallet', () => {
  expect(compared([sample(100n), sample(99n)], chain(100n), true)).toEqual({ uncompared: [] })
  expect(compared([sample(100n), sample(100n)], chain(100n), true)).toEqual({
    agreedHeight: 100n,
    uncompared: [],
  })
})
