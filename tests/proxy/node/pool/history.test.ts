import { beforeEach, describe, expect, test } from 'vitest'
import { PoolHistory } from '../../../../proxy/node/pool/history.ts'

// monero tx_memory_pool::get_pool_info and track_removed_tx.
const [first, second, third] = ['aa', 'bb', 'cc'].map((byte) => byte.repeat(32)) as [
  string,
  string,
  string,
]
const all = { sensitive: true }
let history: PoolHistory

beforeEach(() => {
  history = new PoolHistory()
})

describe('PoolHistory', () => {
  test('returns what was added and removed at a time or later', () => {
    history.add(first, 100n)
    history.remove(first, 110n, false)
    history.add(second, 120n)
    history.add(third, 130n)
    expect(history.since(111n, all)).toEqual({ added: [second, third], removed: [] })
    expect(history.since(130n, all)).toEqual({ added: [third], removed: [] })
    history.remove(third, 140n, false)
    expect(history.since(140n, all)).toEqual({ added: [], removed: [third] })
  })

  test('returns a transaction again when it is relayed', () => {
    history.add(first, 100n)
    history.remove(second, 100n, false)
    expect(history.since(150n, all)).toEqual({ added: [], removed: [] })
    history.add(first, 150n)
    expect(history.since(150n, all)).toEqual({ added: [first], removed: [] })
  })

  test('hides removed transactions that were not broadcast', () => {
    history.add(first, 100n)
    history.remove(second, 100n, true)
    history.remove(third, 101n, true)
    history.remove(first, 101n, false)
    expect(history.since(101n, all)).toMatchObject({ removed: [third, first] })
    expect(history.since(101n, { sensitive: false })).toMatchObject({ removed: [first] })
  })

  test('does not reach back to its first second, nor before any removal', () => {
    expect(history.since(100n, all)).toBeUndefined()
    history.add(first, 100n)
    expect(history.since(101n, all)).toBeUndefined()
    history.remove(second, 105n, false)
    expect(history.since(105n, all)).toBeUndefined()
    expect(history.since(106n, all)).toEqual({ added: [], removed: [] })
    expect(history.since(0n, all)).toBeUndefined()
    history.clear()
    history.remove(second, 90n, false)
    history.add(first, 100n)
    expect(history.since(100n, all)).toBeUndefined()
    expect(history.since(101n, all)).toEqual({ added: [], removed: [] })
    history.clear()
    expect(history.since(106n, all)).toBeUndefined()
  })

  test('drops removals after half an hour', () => {
    history.add(first, 100n)
    history.remove(second, 100n, false)
    history.remove(third, 1000n, false)
    history.remove(first, 1900n, false)
    expect(history.since(101n, all)).toMatchObject({ removed: [third, first] })
    history.remove('dd'.repeat(32), 1901n, false)
    // The removal at 100 is gone, so that the list is complete only after 101.
    expect(history.since(101n, all)).toBeUndefined()
    expect(history.since(102n, all)).toMatchObject({ removed: [third, first, 'dd'.repeat(32)] })
  })

  test('drops the oldest 5001 of more than 20 000 removals', () => {
    // 64 in a second; removal 5001 is the first of its second.
    const second = (at: number) => 1000n + BigInt((at + 119) >> 6)
    const id = (at: number) => at.toString(16).padStart(64, '0')
    history.add(first, 1n)
    for (let at = 0; at <= 20_000; at++) history.remove(id(at), second(at), false)
    // The second of the oldest may not be complete.
    expect(history.since(1080n, all)).toBeUndefined()
    const { removed } = history.since(1081n, all)!
    expect([removed[0], removed.at(-1)]).toEqual([id(5001 + 64), id(20_000)])
  })
})
