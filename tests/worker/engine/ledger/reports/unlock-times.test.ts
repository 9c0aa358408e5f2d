import { expect, test } from 'vitest'
import { unlockingAmounts } from '../../../../../worker/engine/ledger/reports/unlock-times.ts'
import { tableOf } from '../../../../support/wallets/transfer-records.ts'
import { someOutput } from '../../../../support/wallets/output-records.ts'

const chain = { height: 1000n, time: 1_700_000_000n, now: 1_700_000_000n, v2Height: 1n }

test('adds amounts that unlock together, and sorts them by their wait', () => {
  const outputs = tableOf('outputs', [
    someOutput({ height: 999n, amount: 5n }),
    someOutput({ height: 995n, amount: 1n }),
    someOutput({ height: 995n, amount: 2n }),
    someOutput({ height: 10n, unlockTime: 1_700_000_600n, amount: 7n }),
    someOutput({ height: 990n, amount: 100n }),
    someOutput({ height: 999n, amount: 100n, frozen: true }),
    someOutput({ height: 999n, amount: 100n, spent: { txid: 's' } }),
    someOutput({ height: 999n, amount: 100n, subaddress: { account: 1, address: 0 } }),
  ])
  expect(unlockingAmounts(outputs, 0, chain)).toEqual([
    { amount: 3n, blocks: 5n, seconds: 0n },
    { amount: 7n, blocks: 0n, seconds: 600n },
    { amount: 5n, blocks: 9n, seconds: 0n },
  ])
})
