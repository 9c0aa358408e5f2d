import { describe, expect, test } from 'vitest'
import { listTransfers, transfersOf } from '../../../../worker/engine/ledger/transfers.ts'
import {
  index,
  receivedRecord,
  sentRecord,
  transferParts,
} from '../../../support/wallets/transfer-records.ts'

describe('listTransfers', () => {
  const { height: _, ...record } = receivedRecord({ txid: 'p', subaddress: index(1, 1) })
  const all = transferParts({
    received: [
      receivedRecord({ height: 950n }),
      receivedRecord({ height: 10n, subaddress: index(1, 2) }),
    ],
    sent: [sentRecord(), sentRecord({ account: 1, subaddresses: [index(1, 0)], height: 950n })],
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

  test('lists spends of another copy of the wallet on request only', () => {
    const { height: _, ...waiting } = sentRecord({ state: 'pending' })
    const own = { ...waiting, txid: 'own', blob: Uint8Array.of(2) }
    const parts = transferParts({ sent: [waiting, own] })
    const pending = (filter: Parameters<typeof listTransfers>[1]) =>
      listTransfers(parts, filter).pending.map(({ txid }) => txid)
    expect(pending({})).toEqual(['own'])
    expect(pending({ elsewhere: true })).toEqual(['s', 'own'])
    expect(transfersOf(parts, 's', 0)).toEqual([])
  })

  test('is in order of age', () => {
    expect(listTransfers(all).in.map(({ height }) => height)).toEqual([10n, 950n])
  })

  test('of one transaction are found by account', () => {
    expect(transfersOf(all, 'p', 1)).toMatchObject([{ kind: 'pool', doubleSpendSeen: true }])
    expect(transfersOf(all, 'p', 0)).toEqual([])
  })
})
