import { describe, expect, test } from 'vitest'
import {
  firstNumberAt,
  historyOf,
  mostReplaced,
  nextNumber,
  noteReplaced,
  noteRescan,
  wasScannedBefore,
} from '../../../../worker/engine/store/history.ts'
import { Store } from '../../../../worker/engine/store/store.ts'

const made = () => new Store(async () => undefined)
const next = (store: Store, now: bigint) => store.commit((change) => nextNumber(change, store, now))

describe('the history', () => {
  test('counts up within a second, and after the clock is set back', async () => {
    const store = made()
    expect(historyOf(store)).toEqual({ last: 0n, replaced: [] })
    const numbers = [await next(store, 5n), await next(store, 5n), await next(store, 3n)]
    expect(numbers).toEqual([5_000_000n, 5_000_001n, 5_000_002n])
    expect(await next(store, 6n)).toBe(firstNumberAt(6n))
    expect(historyOf(store).last).toBe(6_000_000n)
  })

  test('knows which blocks were scanned before a rescan, and were not replaced since', async () => {
    const store = made()
    const known = (height: bigint) =>
      store.commit((change) => wasScannedBefore(change, store, height))
    expect(await known(1n)).toBe(false)
    for (const height of [9n, 5n]) await store.commit((change) => noteRescan(change, store, height))
    expect([await known(0n), await known(8n), await known(9n)]).toEqual([false, true, false])
    await store.commit((change) => noteReplaced(change, store, 1n, { height: 7n, detached: 2 }))
    expect([await known(6n), await known(7n)]).toEqual([true, false])
    await next(store, 9n)
    expect(await known(6n)).toBe(true)
  })

  test('counts within a commit', async () => {
    const store = made()
    const numbers = await store.commit((change) => [1, 2].map(() => nextNumber(change, store, 1n)))
    expect(numbers).toEqual([1_000_000n, 1_000_001n])
  })

  test('keeps a number of replacements, and what the oldest of them covered', async () => {
    const store = made()
    const note = (height: bigint, detached: number) =>
      store.commit((change) => noteReplaced(change, store, 1n, { height, detached }))
    await note(195n, 5)
    await note(190n, 20)
    for (let at = 0; at < mostReplaced - 2; at++) await note(1000n, 1)
    expect(historyOf(store).replaced).toHaveLength(mostReplaced)
    await note(1001n, 2)
    const { last, replaced } = historyOf(store)
    expect(replaced).toHaveLength(mostReplaced)
    expect(replaced[0]).toEqual({ number: 1_000_001n, height: 190n, detached: 20 })
    expect(replaced.at(-1)).toEqual({ number: last, height: 1001n, detached: 2 })
    await note(1002n, 1)
    expect(historyOf(store).replaced[0]).toEqual({
      number: 1_000_002n,
      height: 190n,
      detached: 811,
    })
  })
})
