import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Network } from '#protocol/address.ts'
import { systemClock } from '../../../../worker/adapters/platform.ts'
import { estimatedHeight, newWalletHeight } from '../../../../worker/engine/keys/restore-height.ts'
import type { Daemon } from '../../../../worker/engine/base/ports.ts'
import { count, seed } from '../../../support/random/case-counts.ts'
import { unreachable } from '../../../support/wallets/test-wallet.ts'

const month = 30n * 24n * 3600n

/** A daemon with a number of blocks. */
function daemonWith(height: bigint) {
  const base = unreachable()
  const get_height = async () => ({ height })
  return { ...base, json: { ...base.json, get_height } } as unknown as Daemon
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
    newWalletHeight(network, clock, daemonWith(height))

  test("is the daemon's answer", async () => {
    expect(await heightFrom(1_100_000n)).toBe(1_100_000n)
    expect(await heightFrom(5n)).toBe(5n)
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
    expect(await newWalletHeight('stagenet', clock, undefined)).toBe(0n)
  })
})
