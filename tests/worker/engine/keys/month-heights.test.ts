import { describe, expect, test } from 'vitest'
import type { Network } from '#protocol/address.ts'
import { forks } from '#protocol/rules/forks.ts'
import { heightAtDate } from '../../../../worker/engine/keys/month-heights.ts'

const day = 24n * 3600n
const seconds = (date: string) => BigInt(Date.parse(date) / 1000)

/**
 * Timestamps and heights of blocks within months, also where the chain was slowest compared to its month: after the
 * forks of April 2018 and March 2019, and of October 2018 on stagenet.
 *
 * @see https://github.com/feather-wallet/feather src/assets/restore_heights_monero_mainnet.txt, _stagenet.txt
 */
const mainnetBlocks: [bigint, bigint][] = [
  [1_398_940_120n, 19_500n],
  [1_408_443_936n, 180_000n],
  [1_420_789_183n, 384_000n],
  [1_433_825_715n, 600_000n],
  [1_458_455_352n, 1_005_000n],
  [1_458_729_317n, 1_009_500n],
  [1_481_575_804n, 1_200_000n],
  [1_503_846_976n, 1_386_000n],
  [1_517_489_351n, 1_500_000n],
  [1_523_199_218n, 1_546_500n],
  [1_552_440_957n, 1_789_500n],
  [1_552_624_599n, 1_791_000n],
  [1_577_443_608n, 1_998_000n],
  [1_602_834_791n, 2_209_500n],
  [1_660_312_458n, 2_688_000n],
  [1_697_813_342n, 3_000_000n],
  [1_733_848_630n, 3_300_000n],
  [1_763_758_425n, 3_549_000n],
  [1_782_686_067n, 3_706_500n],
  [1_784_488_389n, 3_721_500n],
]
const stagenetBlocks: [bigint, bigint][] = [
  [1_520_907_017n, 31_500n],
  [1_528_110_008n, 90_000n],
  [1_538_979_696n, 177_000n],
  [1_539_303_989n, 180_000n],
  [1_545_301_874n, 228_000n],
  [1_584_011_766n, 535_500n],
  [1_694_942_697n, 1_438_500n],
  [1_763_827_330n, 1_996_500n],
  [1_782_801_039n, 2_152_500n],
  [1_784_572_589n, 2_167_500n],
]

/** Dates of forks. @see monero src/hardforks/hardforks.cpp mainnet_hard_forks */
const forkDates: [version: number, date: string][] = [
  [2, '2016-03-20'],
  [3, '2016-09-24'],
  [4, '2017-01-05'],
  [5, '2017-04-15'],
  [6, '2017-09-16'],
  [7, '2018-04-06'],
  [8, '2018-10-18'],
  [9, '2018-10-19'],
  [10, '2019-03-09'],
  [11, '2019-03-10'],
  [12, '2019-11-30'],
]

describe('heightAtDate', () => {
  const cases: [Network, bigint, bigint][] = [
    ...mainnetBlocks.map(([time, height]): [Network, bigint, bigint] => ['mainnet', time, height]),
    ...stagenetBlocks.map(([time, height]): [Network, bigint, bigint] => [
      'stagenet',
      time,
      height,
    ]),
  ]
  test.each(cases)(
    'of %s at %i is below its block %i of a day earlier, and near',
    (network, time, block) => {
      // A date is up to 14 hours early in some time zones.
      const height = heightAtDate(network, time + day)
      expect(height).toBeLessThanOrEqual(block)
      // After the table, the estimate is a month early.
      const slack = time < seconds('2026-07-01') ? 9000n : network === 'mainnet' ? 30_000n : 50_000n
      expect(height > block - slack || block < 30_000n).toBe(true)
    },
  )

  test.each(forkDates)(
    'is before the fork to version %i of %s, and after it 20 days later',
    (version, date) => {
      const { height } = forks.mainnet[version - 1]!
      expect(heightAtDate('mainnet', seconds(date))).toBeLessThan(height)
      expect(heightAtDate('mainnet', seconds(date) + 20n * day)).toBeGreaterThan(height)
    },
  )

  test.each(['mainnet', 'stagenet'] as const)('does not decrease with time on %s', (network) => {
    let last = 0n
    for (let time = 0n; time < seconds('2040-01-01'); time += day) {
      const height = heightAtDate(network, time)
      expect(height).toBeGreaterThanOrEqual(last)
      last = height
    }
    expect(last).toBeGreaterThan(2_000_000n)
  })

  test('is 0 before the first month, and on networks without a table', () => {
    expect(heightAtDate('mainnet', -(2n ** 63n))).toBe(0n)
    expect(heightAtDate('mainnet', seconds('2014-04-30'))).toBe(0n)
    expect(heightAtDate('stagenet', seconds('2018-02-01'))).toBe(0n)
    expect(heightAtDate('testnet', seconds('2024-01-01'))).toBe(0n)
    expect(heightAtDate('fakechain', seconds('2024-01-01'))).toBe(0n)
  })

  test('after the table is its last height, then an estimate a month behind blocks of 120 s', () => {
    const end = seconds('2026-07-01')
    expect(heightAtDate('mainnet', end)).toBe(3_707_960n - 2880n)
    expect(heightAtDate('mainnet', end + day)).toBe(3_707_960n - 2880n)
    const paced = 1_009_827n + (end + 3650n * day - 1_458_748_658n) / 120n
    expect(heightAtDate('mainnet', end + 3650n * day)).toBe(paced - 21_600n)
    expect(heightAtDate('stagenet', 2n ** 62n)).toBe(heightAtDate('stagenet', end))
  })
})
