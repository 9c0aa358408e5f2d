import { expect, test } from 'vitest'
import { balanceHistory } from '../../../../../worker/engine/ledger/reports/balance-history.ts'
import { Table } from '../../../../../worker/engine/store/store.ts'
import type { SentRecord } from '../../../../../worker/engine/store/records.ts'
import { someOutput } from '../../../../support/wallets/output-records.ts'
import { sentRecord, tableOf } from '../../../../support/wallets/transfer-records.ts'

const sent = new Table<SentRecord>('sent')
sent.set('s', sentRecord({ txid: 's', timestamp: 200n }))
const spent = { txid: 's', height: 9n }

test('counts each transaction with its net change, in the period of its block', () => {
  const outputs = tableOf('outputs', [
    someOutput({ timestamp: 50n, amount: 10n }),
    someOutput({ timestamp: 100n, amount: 100n, spent }),
    someOutput({ timestamp: 199n, amount: 4n }),
    someOutput({ txid: 's', timestamp: 200n, amount: 30n }),
    someOutput({ timestamp: 300n, amount: 1n, spent: { txid: 'p' } }),
    someOutput({ timestamp: 300n, amount: 999n, subaddress: { account: 1, address: 0 } }),
  ])
  expect(balanceHistory({ outputs, sent }, 0, [100n, 200n, 300n])).toEqual({
    opening: 10n,
    periods: [
      { income: 104n, spending: 0n, balance: 114n },
      { income: 0n, spending: 70n, balance: 44n },
      { income: 1n, spending: 0n, balance: 45n },
    ],
  })
})

test('a spend without a known transaction counts in the last period', () => {
  const outputs = tableOf('outputs', [
    someOutput({ timestamp: 100n, amount: 8n, spent: { txid: '', height: 9n } }),
  ])
  expect(balanceHistory({ outputs, sent }, 0, [100n, 200n]).periods).toEqual([
    { income: 8n, spending: 0n, balance: 8n },
    { income: 0n, spending: 8n, balance: 0n },
  ])
})
