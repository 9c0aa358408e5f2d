import { describe, expect, test } from 'vitest'
import type { Transfer } from '../../../../worker/engine/ledger/transfer-view.ts'
import { listTransfers } from '../../../../worker/engine/ledger/transfers.ts'
import type { ReceivedRecord } from '../../../../worker/engine/store/records.ts'
import {
  index,
  receivedRecord,
  sentRecord,
  transferChain,
  transferParts,
} from '../../../support/wallets/transfer-records.ts'

const only = (transfers: readonly Transfer[]) => transfers[0]!

describe('a transfer received', () => {
  const shown = (given: Partial<ReceivedRecord>, reward?: bigint) =>
    only(
      listTransfers(
        transferParts({
          received: [receivedRecord(given)],
          ...(reward !== undefined && { reward }),
        }),
      ).in,
    )

  test('counts its own block as the first confirmation', () => {
    expect(shown({})).toMatchObject({ kind: 'in', confirmations: 100n, locked: false })
    expect(shown({ height: 999n })).toMatchObject({ confirmations: 1n, locked: true })
    expect(shown({ coinbase: true })).toMatchObject({ kind: 'block' })
  })

  test('is unverified unless it is proved, by its hash or as a miner reward', () => {
    const isUnverified = (given: Partial<ReceivedRecord>) => shown(given).unverified
    expect([{}, { proved: false }, { proved: true }, { coinbase: true }].map(isUnverified)).toEqual(
      [true, true, false, false],
    )
    // A miner reward from a row of the scan feed.
    expect(isUnverified({ coinbase: true, proved: false })).toBe(true)
  })

  test('is pinned while it is unverified, and another source has its row too', () => {
    const stateOf = (given: Partial<ReceivedRecord>) => {
      const { unverified, pinned } = shown(given)!
      return { unverified, pinned }
    }
    expect(stateOf({ proved: false })).toEqual({ unverified: true, pinned: false })
    expect(stateOf({ proved: false, pinned: true })).toEqual({ unverified: true, pinned: true })
    expect(stateOf({ proved: true, pinned: true })).toEqual({ unverified: false, pinned: false })
  })

  test.each([
    ['by its amount in block rewards, rounded up', {}, 100n, 3n],
    ['not at all while no reward is known', {}, 0n, 0n],
    ['until its height', { unlockTime: 1050n }, 100n, 50n],
    ['by its amount when its height is near', { unlockTime: 1001n }, 100n, 3n],
    ['until its time, in blocks', { unlockTime: transferChain.now + 1201n }, 100n, 11n],
    ['by its amount when its time is past', { unlockTime: transferChain.now - 9n }, 100n, 3n],
  ])('suggests confirmations %s', (_, given, reward, expected) => {
    expect(shown(given, reward).suggestedConfirmations).toBe(expected)
  })
})

describe('a transfer sent', () => {
  test('shows the amount for other recipients, and the first address of its account', () => {
    expect(only(listTransfers(transferParts({ sent: [sentRecord()] })).out)).toMatchObject({
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
  ] as const)('that is %s is listed as %s, without height or confirmations', (state, list) => {
    const { height: _, ...waiting } = sentRecord({ state, blob: Uint8Array.of(2) })
    const lists = listTransfers(transferParts({ sent: [waiting] }))
    expect(lists).toMatchObject({ out: [], [list]: [{ kind: list, height: 0n, locked: true }] })
    expect(only(lists[list]).confirmations).toBe(0n)
  })
})
