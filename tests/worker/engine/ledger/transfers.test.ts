import { describe, expect, test } from 'vitest'
import { Table } from '../../../../worker/engine/store/store.ts'
import type {
  PoolRecord,
  ReceivedRecord,
  SentRecord,
} from '../../../../worker/engine/store/records.ts'
import type { Transfer } from '../../../../worker/engine/ledger/transfer-view.ts'
import { listTransfers, transfersOf } from '../../../../worker/engine/ledger/transfers.ts'

const index = (account: number, address: number) => ({ account, address })
const now = { height: 1000n, time: 1_700_000_000n, now: 1_700_000_000n, v2Height: 1n }

const received = (given: Partial<ReceivedRecord> = {}): ReceivedRecord => ({
  txid: 'r',
  subaddress: index(0, 0),
  amount: 250n,
  amounts: [250n],
  fee: 1n,
  paymentId: '0',
  height: 900n,
  timestamp: 5n,
  unlockTime: 0n,
  coinbase: false,
  ...given,
})
const sent = (given: Partial<SentRecord> = {}): SentRecord => ({
  txid: 's',
  state: 'mined',
  blob: new Uint8Array(),
  txKeys: [],
  account: 0,
  subaddresses: [index(0, 3), index(0, 5)],
  destinations: [],
  amountIn: 100n,
  amountOut: 60n,
  change: 30n,
  fee: 10n,
  paymentId: '0',
  unlockTime: 0n,
  keyImages: [],
  rings: [],
  timestamp: 6n,
  height: 901n,
  ...given,
})

function books(parts: {
  received?: ReceivedRecord[]
  sent?: SentRecord[]
  pool?: PoolRecord[]
  reward?: bigint
}) {
  const table = <R>(name: string, records: readonly R[] = []) => {
    const made = new Table<R>(name)
    records.forEach((record, at) => made.rows.set(`${at}`, record))
    return made
  }
  const notes = new Table<string>('notes')
  notes.rows.set('s', 'for rent')
  return {
    store: {
      received: table('received', parts.received),
      sent: table('sent', parts.sent),
      pool: table('pool', parts.pool),
      notes,
    },
    addresses: {
      address: ({ account, address }: { account: number; address: number }) =>
        `${account}:${address}`,
    },
    sync: { view: () => now },
    chain: { lastReward: parts.reward ?? 100n },
  }
}
const only = (transfers: readonly Transfer[]) => transfers[0]!

describe('a transfer received', () => {
  const shown = (given: Partial<ReceivedRecord>, reward?: bigint) =>
    only(
      listTransfers(books({ received: [received(given)], ...(reward !== undefined && { reward }) }))
        .in,
    )

  test('is confirmed by every block from its own on', () => {
    expect(shown({})).toMatchObject({ kind: 'in', confirmations: 100n, locked: false })
    expect(shown({ height: 999n })).toMatchObject({ confirmations: 1n, locked: true })
    expect(shown({ coinbase: true })).toMatchObject({ kind: 'block' })
  })

  test.each([
    ['by its amount in block rewards, rounded up', {}, 100n, 3n],
    ['not at all while no reward is known', {}, 0n, 0n],
    ['until its height', { unlockTime: 1050n }, 100n, 50n],
    ['by its amount when its height is near', { unlockTime: 1001n }, 100n, 3n],
    ['until its time, in blocks', { unlockTime: now.now + 1201n }, 100n, 11n],
    ['by its amount when its time is past', { unlockTime: now.now - 9n }, 100n, 3n],
  ])('is to be waited for %s', (_, given, reward, expected) => {
    expect(shown(given, reward).suggestedConfirmations).toBe(expected)
  })
})

describe('a transfer sent', () => {
  test('shows what went to others, from the first address of its account', () => {
    expect(only(listTransfers(books({ sent: [sent()] })).out)).toMatchObject({
      kind: 'out',
      amount: 60n,
      amounts: [],
      fee: 10n,
      note: 'for rent',
      address: '0:0',
      subaddress: index(0, 0),
      subaddresses: [index(0, 3), index(0, 5)],
      confirmations: 99n,
    })
  })

  test.each([
    ['journaled', 'pending'],
    ['pending', 'pending'],
    ['failed', 'failed'],
  ] as const)('and %s is listed as %s, without height or confirmations', (state, list) => {
    const { height: _, ...waiting } = sent({ state })
    const lists = listTransfers(books({ sent: [waiting] }))
    expect(lists).toMatchObject({ out: [], [list]: [{ kind: list, height: 0n, locked: true }] })
    expect(only(lists[list]).confirmations).toBe(0n)
  })
})

describe('listTransfers', () => {
  const { height: _, ...record } = received({ txid: 'p', subaddress: index(1, 1) })
  const all = books({
    received: [received({ height: 950n }), received({ height: 10n, subaddress: index(1, 2) })],
    sent: [sent(), sent({ account: 1, subaddresses: [index(1, 0)], height: 950n })],
    pool: [{ ...record, doubleSpendSeen: true }],
  })
  const counts = (filter: Parameters<typeof listTransfers>[1]) => {
    const { in: received, out, pool } = listTransfers(all, filter)
    return [received.length, out.length, pool.length]
  }

  test.each([
    [{}, [2, 2, 1]],
    [{ account: 0 }, [1, 1, 0]],
    [{ account: 1 }, [1, 1, 1]],
    [{ account: 0, addresses: new Set([5]) }, [0, 1, 0]],
    [{ account: 1, addresses: new Set([1]) }, [0, 0, 1]],
    [{ above: 10n }, [1, 2, 1]],
    [{ above: 9n, upTo: 949n }, [1, 1, 1]],
  ])('lets through %o', (filter, expected) => {
    expect(counts(filter)).toEqual(expected)
  })

  test('is in order of age', () => {
    expect(listTransfers(all).in.map(({ height }) => height)).toEqual([10n, 950n])
  })

  test('of one transaction are found by account', () => {
    expect(transfersOf(all, 'p', 1)).toMatchObject([{ kind: 'pool', doubleSpendSeen: true }])
    expect(transfersOf(all, 'p', 0)).toEqual([])
  })
})
