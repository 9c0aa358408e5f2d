import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balancesOf } from '../../../../worker/engine/ledger/balances.ts'
import { Store } from '../../../../worker/engine/store/store.ts'
import { count, seed } from '../../../support/random/case-counts.ts'
import { ChangingLedger, ledgerSteps } from '../../../support/wallets/changing-ledger.ts'
import { someOutput } from '../../../support/wallets/output-records.ts'
import { recomputedBalances } from '../../../support/wallets/recomputed-balances.ts'

describe('sums', () => {
  test('law: equal balances recomputed from all records after every change', async () => {
    await fc.assert(
      fc.asyncProperty(ledgerSteps, async (steps) => {
        const ledger = new ChangingLedger()
        const compare = (strict: boolean) =>
          expect(ledger.balances(strict)).toEqual(recomputedBalances(ledger, { strict }))
        for (const { act, looksAt } of steps) {
          await act(ledger)
          if (looksAt !== 'nothing') compare(false)
          if (looksAt === 'both') compare(true)
        }
        compare(false)
        compare(true)
      }),
      { numRuns: count(200, 5000), seed: seed() },
    )
  })

  test('stay unchanged when a commit fails', async () => {
    const ledger = new ChangingLedger()
    let isFull = false
    const store = new Store(async () => {
      if (isFull) throw new Error('disk full')
    })
    const parts = { ...ledger, store }
    const put = () =>
      store.commit((change) => {
        const output = someOutput({ amount: 5n, height: 1n })
        change.put(store.outputs, output.key, output)
      })
    const total = () => balancesOf(parts, { strict: false }).at({ account: 0, address: 0 }).total
    await put()
    expect(total()).toBe(5n)
    isFull = true
    await expect(put()).rejects.toThrow('disk full')
    expect(total()).toBe(5n)
  })
})
