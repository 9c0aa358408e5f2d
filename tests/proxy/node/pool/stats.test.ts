import { describe, expect, test } from 'vitest'
import type { PoolEntry } from '../../../../proxy/node/pool/entry.ts'
import { poolStats } from '../../../../proxy/node/pool/stats.ts'
import { arrival, poolEntry } from '../../../support/transactions/pool-entry.ts'

const now = arrival
const waiting = (age: bigint, given: Partial<PoolEntry> = {}): PoolEntry =>
  poolEntry({ receiveTime: now - age, ...given })

describe('poolStats', () => {
  test('of an empty pool is zero', () => {
    expect(poolStats([], now)).toEqual({
      bytes_total: 0n,
      bytes_min: 0,
      bytes_max: 0,
      bytes_med: 0,
      fee_total: 0n,
      oldest: 0n,
      txs_total: 0,
      num_failing: 0,
      num_10m: 0,
      num_not_relayed: 0,
      num_double_spends: 0,
      histo_98pc: 0n,
      histo: [],
    })
  })

  test('of a few transactions spreads the ages over as many bins', () => {
    const entries = [
      waiting(0n, { weight: 1000n, relayed: false }),
      waiting(50n, { doubleSpendSeen: true }),
      waiting(700n, { lastFailedHeight: 7n }),
    ]
    expect(poolStats(entries, now)).toMatchObject({
      bytes_total: 4000n,
      bytes_min: 1000,
      bytes_max: 1500,
      bytes_med: 1500,
      fee_total: 300n,
      oldest: now - 700n,
      num_failing: 1,
      num_10m: 1,
      num_not_relayed: 1,
      num_double_spends: 1,
      histo_98pc: 0n,
      histo: [
        { txs: 2, bytes: 2500n },
        { txs: 0, bytes: 0n },
        { txs: 1, bytes: 1500n },
      ],
    })
  })

  test('of a hundred transactions uses the last bin for the oldest two', () => {
    const entries = Array.from({ length: 100 }, (_, i) => waiting(BigInt(i + 1)))
    const { histo, histo_98pc } = poolStats(entries, now)
    expect(histo_98pc).toBe(99n)
    expect(histo.map(({ txs }) => txs)).toEqual([11, 11, 11, 11, 11, 11, 11, 11, 10, 2])
  })
})
