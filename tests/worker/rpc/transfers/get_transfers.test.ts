import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../../../worker/rpc/dispatch.ts'
import { walletWithSampleBalances } from '../../../support/wallets/sample-balances.ts'

const { call, wallet, txids, script } = await walletWithSampleBalances()
const all = { in: true, out: true, pending: true, failed: true, pool: true }

type Lists = Record<string, { txid: string; amount: bigint }[]>

/** Amounts of each list that is not empty. */
function amounts(outcome: Outcome) {
  const lists = 'result' in outcome ? (outcome.result as Lists) : {}
  return Object.fromEntries(
    Object.entries(lists)
      .filter(([, list]) => list.length > 0)
      .map(([name, list]) => [name, list.map(({ amount }) => amount).sort()]),
  )
}

describe('get_transfers', () => {
  test('returns the requested lists, accounts and subaddresses', async () => {
    expect(amounts(await call('get_transfers'))).toEqual({})
    expect(amounts(await call('get_transfers', { ...all, all_accounts: true }))).toEqual({
      in: [105n, 4n, 7n, 9n],
      out: [60n],
      pool: [3n],
    })
    expect(amounts(await call('get_transfers', { ...all, account_index: 1 }))).toEqual({
      in: [4n],
      pool: [3n],
    })
    expect(amounts(await call('get_transfers', { ...all, subaddr_indices: [2] }))).toEqual({
      in: [7n],
    })
  })

  test('returns transfers above min_height and up to max_height', async () => {
    const between = (min_height: number, max_height?: number) =>
      call('get_transfers', { in: true, out: true, filter_by_height: true, min_height, max_height })
    expect(amounts(await between(1))).toEqual({ in: [9n], out: [60n] })
    expect(amounts(await between(0, 1))).toEqual({ in: [105n, 7n] })
    expect(amounts(await between(2, 13))).toEqual({})
  })

  test('returns every field of a transfer', async () => {
    const { result } = (await call('get_transfers', { ...all })) as { result: Lists }
    expect(result.out).toEqual([
      {
        txid: txids.spend.txid,
        type: 'out',
        payment_id: '0000000000000000',
        height: 2n,
        timestamp: 1_700_000_240n,
        amount: 60n,
        amounts: [],
        fee: 10n,
        note: '',
        destinations: [],
        unlock_time: 0n,
        locked: false,
        double_spend_seen: false,
        subaddr_index: { major: 0, minor: 0 },
        subaddr_indices: [{ major: 0, minor: 0 }],
        address: wallet.primaryAddress,
        confirmations: 14n,
        suggested_confirmations_threshold: 1n,
      },
    ])
    expect(result.in!.find(({ txid }) => txid === txids.young.txid)).toMatchObject({
      type: 'in',
      height: 14n,
      locked: true,
      confirmations: 2n,
      amounts: [9n],
    })
  })

  test('returns pool payments with their note and without confirmations', async () => {
    const { txid } = txids.waiting
    await call('set_tx_notes', { txids: [txid], notes: ['rent'] })
    const { result } = (await call('get_transfers', { pool: true, account_index: 1 })) as {
      result: Lists
    }
    expect(result.pool).toMatchObject([
      { txid, type: 'pool', height: 0n, locked: true, note: 'rent', confirmations: undefined },
    ])
  })

  test('requests the pool from the daemon when pool transfers are requested', async () => {
    const payments = [{ to: { account: 1, address: 0 }, amount: 8n }]
    const late = script.pay({ payments })
    script.wait(late)
    expect(amounts(await call('get_transfers', { pool: true, account_index: 1 }))).toEqual({
      pool: [3n, 8n],
    })
    script.pool.delete(late.txid)
    await wallet.sync.refresh()
  })
})
