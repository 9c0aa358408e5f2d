import { describe, expect, test } from 'vitest'
import {
  addRequest,
  readRequests,
  removeRequest,
  requestProgress,
} from '../../../../../worker/engine/ledger/reports/payment-requests.ts'
import { Store } from '../../../../../worker/engine/store/store.ts'
import { index, receivedRecord, tableOf } from '../../../../support/wallets/transfer-records.ts'

const request = {
  account: 0,
  address: 3,
  amount: 100n,
  description: 'Rent',
  recipient: 'Ada',
  created: 5n,
  expires: 50n,
}
const chain = { height: 1000n, now: 40n }
const mined = (amount: bigint, height: bigint, address = 3) =>
  receivedRecord({ amount, height, subaddress: index(0, address), proved: true })
const pooled = (amount: bigint, doubleSpendSeen = false) => ({
  ...receivedRecord({ amount, subaddress: index(0, 3) }),
  doubleSpendSeen,
})

describe('requestProgress', () => {
  test.each([
    ['waiting', [], [], 40n, 0n],
    ['expired', [], [], 50n, 0n],
    ['part', [], [pooled(99n)], 40n, 0n],
    ['waiting', [], [pooled(100n, true)], 40n, 0n],
    ['waiting', [mined(100n, 990n, 4)], [], 40n, 0n],
    ['seen', [mined(60n, 900n)], [pooled(40n)], 60n, 0n],
    ['part', [mined(99n, 900n)], [], 60n, 0n],
    ['paid', [mined(60n, 999n), mined(40n, 900n)], [], 60n, 1n],
    ['paid', [mined(100n, 991n), mined(1n, 999n)], [], 60n, 9n],
    ['complete', [mined(100n, 990n)], [], 60n, 10n],
  ])('%s (%#)', (state, received, pool, now, confirmations) => {
    const tables = { received: tableOf('received', received), pool: tableOf('pool', pool) }
    expect(requestProgress(tables, [request], { ...chain, now })).toMatchObject([
      { state, confirmations },
    ])
  })

  test('any amount pays a request without one', () => {
    const tables = { received: tableOf('received', [mined(1n, 900n)]), pool: tableOf('pool', []) }
    const open = { ...request, amount: 0n }
    expect(requestProgress(tables, [open], chain)).toMatchObject([{ state: 'complete', mined: 1n }])
  })
})

describe('stored requests', () => {
  const store = () => new Store(async () => undefined)

  test('are read as they were added, until removed', async () => {
    const at = store()
    const other = { ...request, address: 4, expires: 0n }
    await at.commit((change) => {
      addRequest(at, change, request)
      addRequest(at, change, other)
    })
    expect(readRequests(at)).toEqual([request, other])
    await at.commit((change) => removeRequest(at, change, index(0, 3)))
    expect(readRequests(at)).toEqual([other])
  })

  test.each(['{', '{}', '[null]', '[{"account":-1}]'])('error: %s is unreadable', async (value) => {
    const at = store()
    await at.commit((change) => change.put(at.attributes, 'nightjar.requests', value))
    expect(() => readRequests(at)).toThrow('nightjar.requests')
  })
})
