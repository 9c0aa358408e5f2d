import { describe, expect, test } from 'vitest'
import { TransactionRate } from '../../../../worker/engine/sync/progress.ts'

describe('TransactionRate', () => {
  test('is unknown for the first two seconds', () => {
    const pace = new TransactionRate(1000)
    expect(pace.progress(5n, 10n)).toEqual({ height: 5n, target: 10n })
    pace.add(2999, 300)
    expect(pace.progress(6n, 10n)).toEqual({ height: 6n, target: 10n })
    pace.add(3000, 500)
    expect(pace.progress(7n, 10n)).toEqual({
      height: 7n,
      target: 10n,
      transactionsPerSecond: 400,
    })
  })

  test('is that of the last twenty seconds', () => {
    const pace = new TransactionRate(0)
    for (let second = 1; second <= 60; second++) pace.add(1000 * second, second <= 30 ? 10 : 70)
    expect(pace.progress(1n, 2n).transactionsPerSecond).toBe(70)
  })
})
