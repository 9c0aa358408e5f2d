import { describe, expect, test } from 'vitest'
import { accountBalances, balancesOf } from '../../../../worker/engine/ledger/balances.ts'
import type { PoolRecord, SentRecord } from '../../../../worker/engine/store/records.ts'
import type { OutputRecord } from '../../../../worker/engine/store/records.ts'
import { someOutput } from '../../../support/wallets/output-records.ts'
import { tableOf } from '../../../support/wallets/transfer-records.ts'

const index = (account: number, address: number) => ({ account, address })

function ledgerOf(parts: {
  outputs?: Partial<OutputRecord>[]
  sent?: Partial<SentRecord>[]
  pool?: Partial<PoolRecord>[]
}) {
  return {
    store: {
      outputs: tableOf('outputs', parts.outputs?.map(someOutput)),
      sent: tableOf('sent', parts.sent as SentRecord[] | undefined),
      pool: tableOf('pool', parts.pool as PoolRecord[] | undefined),
    },
    addresses: {
      indexOf: (address: string) => {
        const match = /^ours (\d) (\d)$/.exec(address)
        return match ? index(Number(match[1]), Number(match[2])) : undefined
      },
    },
    sync: { view: () => ({ height: 1000n, time: 0n, now: 0n, v2Height: 1n }) },
  }
}

const loose = { strict: false }
const strict = { strict: true }
const totals = (parts: Parameters<typeof ledgerOf>[0], counting: { strict: boolean }) =>
  accountBalances(balancesOf(ledgerOf(parts), counting), 0).map(({ index, total, unlocked }) => [
    index.address,
    total,
    unlocked,
  ])

describe('balancesOf', () => {
  test('adds up by subaddress, in order, and apart from other accounts', () => {
    const outputs = [
      { amount: 1n, subaddress: index(0, 7), height: 10n },
      { amount: 2n, subaddress: index(0, 3), height: 10n },
      { amount: 4n, subaddress: index(0, 7), height: 995n },
      { amount: 8n, subaddress: index(1, 3), height: 10n },
    ]
    expect(totals({ outputs }, loose)).toEqual([
      [3, 2n, 2n],
      [7, 5n, 1n],
    ])
    const all = balancesOf(ledgerOf({ outputs }), loose)
    expect(all.at(index(0, 7))).toMatchObject({ blocksToUnlock: 5n })
    expect(all.at(index(1, 3))).toMatchObject({ total: 8n })
    expect(all.at(index(5, 5))).toMatchObject({ total: 0n, unlocked: 0n })
  })

  test('leaves out frozen and spent outputs', () => {
    const outputs = [
      { amount: 1n, height: 10n },
      { amount: 2n, height: 10n, frozen: true },
      { amount: 4n, height: 10n, spent: { txid: 'a', height: 900n } },
    ]
    expect(totals({ outputs }, loose)).toEqual([[0, 1n, 1n]])
    expect(totals({ outputs }, strict)).toEqual([[0, 1n, 1n]])
  })

  test.each(['pending', 'journaled'] as const)(
    'counts change and payments to the same account of a %s transaction, not as unlocked',
    (state) => {
      const parts = {
        outputs: [{ amount: 10n, height: 10n, spent: { txid: 'a' } }],
        sent: [
          {
            state,
            account: 0,
            change: 3n,
            destinations: [
              { address: 'ours 0 4', amount: 1n },
              { address: 'ours 2 0', amount: 2n },
              { address: 'theirs', amount: 3n },
            ],
          },
        ],
      }
      expect(totals(parts, loose)).toEqual([
        [0, 3n, 0n],
        [4, 1n, 0n],
      ])
    },
  )

  test('strictly, counts neither unmined spends nor their change', () => {
    const parts = {
      outputs: [{ amount: 10n, height: 10n, spent: { txid: 'a' } }],
      sent: [{ state: 'pending' as const, account: 0, change: 3n, destinations: [] }],
      pool: [{ amount: 5n, subaddress: index(0, 0) }],
    }
    expect(totals(parts, strict)).toEqual([[0, 10n, 10n]])
  })

  test.each(['failed', 'mined'] as const)('a %s transaction has no change to wait for', (state) => {
    const parts = { sent: [{ state, account: 0, change: 3n, destinations: [] }] }
    expect(totals(parts, loose)).toEqual([])
  })

  test('counts pool payments, not as unlocked', () => {
    const pool = [{ amount: 5n, subaddress: index(0, 2) }]
    expect(totals({ pool }, loose)).toEqual([[2, 5n, 0n]])
  })
})

test('unspent outputs are counted with the frozen ones', () => {
  const outputs = [{}, { frozen: true }, { spent: { txid: 'a' } }, { subaddress: index(1, 1) }]
  const held = balancesOf(
    ledgerOf({ outputs: [...outputs, { frozen: true, subaddress: index(2, 0) }] }),
    loose,
  )
  expect(held.at(index(0, 0))).toMatchObject({ unspentOutputs: 2n })
  expect(held.at(index(1, 1))).toMatchObject({ unspentOutputs: 1n })
  expect(held.at(index(2, 0))).toMatchObject({ unspentOutputs: 1n, total: 0n })
  expect(accountBalances(held, 2)).toEqual([])
})
