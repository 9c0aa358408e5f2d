import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isUsed, outputsOf, unspentOf } from '../../../../worker/engine/ledger/by-account.ts'
import type { OutputRecord } from '../../../../worker/engine/store/records.ts'
import { count, seed } from '../../../support/random/case-counts.ts'
import { accounts, ChangingLedger, ledgerSteps } from '../../../support/wallets/changing-ledger.ts'

describe('outputs of an account', () => {
  test('law: equal a search through all outputs after every change', async () => {
    const byKey = (outputs: readonly OutputRecord[]) =>
      new Map(outputs.map((output) => [output.key, output]))
    const compare = ({ store: { outputs } }: ChangingLedger) => {
      for (let account = 0; account < accounts; account++) {
        const all = [...outputs.values()].filter((each) => each.subaddress.account === account)
        const used = new Set(all.map(({ subaddress }) => subaddress.address))
        expect(byKey(outputsOf(outputs, account))).toEqual(byKey(all))
        expect(byKey(unspentOf(outputs, account))).toEqual(byKey(all.filter((it) => !it.spent)))
        for (let address = 0; address < 3; address++)
          expect(isUsed(outputs, { account, address })).toBe(used.has(address))
      }
    }
    await fc.assert(
      fc.asyncProperty(ledgerSteps, async (steps) => {
        const ledger = new ChangingLedger()
        for (const { act, looksAt } of steps) {
          await act(ledger)
          if (looksAt !== 'nothing') compare(ledger)
        }
        compare(ledger)
      }),
      { numRuns: count(200, 5000), seed: seed() },
    )
  })
})
