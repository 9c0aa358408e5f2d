import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Network } from '#protocol/address.ts'
import { systemClock } from '../../../../worker/adapters/platform.ts'
import {
  plausibleHeight,
  estimatedHeight,
  heightAtTime,
  newWalletHeight,
} from '../../../../worker/engine/keys/restore-height.ts'
import type { Daemon } from '../../../../worker/engine/base/ports.ts'
import { count, seed } from '../../../support/random/case-counts.ts'
import { unreachable } from '../../../support/wallets/test-wallet.ts'

const month = 30n * 24n * 3600n

/** A daemon whose block `height` has the timestamp `timeOf(height)`. Counts what it is asked. */
function daemonWith(blocks: bigint, timeOf: (height: bigint) => bigint) {
  const base = unreachable()
  const asked: bigint[] = []
  const daemon = {
    ...base,
    json: { ...base.json, get_height: async () => ({ height: blocks }) },
    rpc: {
      ...base.rpc,
      async get_block_header_by_height({ height }: { height: bigint }) {
        asked.push(height)
        return { block_header: { timestamp: timeOf(height) } }
      },
    },
  } as unknown as Daemon
  return { daemon, asked }
}

describe('estimatedHeight', () => {
  test.each([
    ['before the first block', 0n, 0n],
    ['in the first month', 1_397_818_193n + month / 2n, 0n],
    ['at the fork to blocks of 120 s', 1_458_748_658n, 1_009_827n - 21_600n],
    ['a month later', 1_458_748_658n + month, 1_009_827n],
  ])('%s', (_, time, height) => {
    expect(estimatedHeight('mainnet', time)).toBe(height)
  })

  test.each(['testnet', 'stagenet', 'fakechain'] as const)('is 0 on %s', (network) => {
    expect(estimatedHeight(network, 1_700_000_000n)).toBe(0n)
  })

  test('does not decrease with time', () => {
    const time = fc.bigInt({ min: 0n, max: 4_000_000_000n })
    fc.assert(
      fc.property(time, time, (a, b) => {
        const [earlier, later] = a < b ? [a, b] : [b, a]
        expect(estimatedHeight('mainnet', earlier)).toBeLessThanOrEqual(
          estimatedHeight('mainnet', later),
        )
      }),
      { numRuns: count(200, 10_000), seed: seed() },
    )
  })
})

describe('newWalletHeight', () => {
  // 20 million seconds after the fork to blocks of 120 s.
  const clock = { ...systemClock, now: () => 1_478_748_658n }
  const paced = 1_009_827n + 166_666n
  const heightFrom = (height: bigint, network: Network = 'mainnet') =>
    newWalletHeight(network, clock, daemonWith(height, () => 0n).daemon)

  test("is the daemon's answer", async () => {
    expect(await heightFrom(1_100_000n)).toBe(1_100_000n)
    expect(await heightFrom(paced)).toBe(paced)
  })

  test('is a month behind the clock if the daemon reports an impossible height', async () => {
    expect(await heightFrom(paced + 1n)).toBe(paced - 21_600n)
    expect(await heightFrom(2n ** 63n)).toBe(paced - 21_600n)
  })

  test('is the daemon’s answer on networks without a known block time', async () => {
    expect(await heightFrom(9_000_000n, 'stagenet')).toBe(9_000_000n)
  })

  test('is a month behind the clock without an answer', async () => {
    expect(await newWalletHeight('mainnet', clock, undefined)).toBe(paced - 21_600n)
    expect(await newWalletHeight('mainnet', clock, unreachable())).toBe(paced - 21_600n)
  })
})

describe('heightAtTime', () => {
  const genesis = 1_400_000_000n

  test('is below the first block after the time, and not by much', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt({ min: 1n, max: 4_000_000n }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (blocks, part) => {
          const timeOf = (height: bigint) => genesis + height * 120n
          const wanted = (blocks * BigInt(Math.floor(part * 1000))) / 1000n
          const { daemon, asked } = daemonWith(blocks, timeOf)
          const height = await heightAtTime(daemon, timeOf(wanted))
          expect(height).toBeLessThanOrEqual(wanted)
          expect(wanted - height).toBeLessThanOrEqual(3n * 1440n)
          expect(asked.length).toBeLessThanOrEqual(13)
        },
      ),
      { numRuns: count(100, 2000), seed: seed() },
    )
  })

  test('is 0 for a short chain', async () => {
    const { daemon } = daemonWith(100n, (height) => genesis + height)
    expect(await heightAtTime(daemon, genesis + 1000n)).toBe(0n)
  })

  test('error: the daemon is not reached', async () => {
    await expect(heightAtTime(unreachable(), genesis)).rejects.toThrow('no daemon in this test')
  })
})

describe('plausibleHeight', () => {
  const time = 1_638_397_746n
  const estimate = estimatedHeight('mainnet', time)
  // All blocks in their time, and a month more than is estimated.
  const pace = estimate + 21_600n

  test('is the daemon’s height where it is possible', () => {
    expect(plausibleHeight('mainnet', pace, time)).toBe(pace)
    expect(plausibleHeight('mainnet', 5n, time)).toBe(5n)
    expect(plausibleHeight('stagenet', pace + 1n, time)).toBe(pace + 1n)
  })

  test('is estimated for an impossible height, and without an answer', () => {
    expect(plausibleHeight('mainnet', pace + 1n, time)).toBe(estimate)
    expect(plausibleHeight('mainnet', undefined, time)).toBe(estimate)
    expect(plausibleHeight('stagenet', undefined, time)).toBe(0n)
  })
})
