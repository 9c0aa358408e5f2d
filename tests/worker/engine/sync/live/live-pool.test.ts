import { describe, expect, test } from 'vitest'
import type { PoolTransaction } from '#protocol/feed/live.ts'
import { InvalidDaemonData } from '../../../../../worker/engine/base/daemon-errors.ts'
import { LivePool } from '../../../../../worker/engine/sync/live/live-pool.ts'

const id = (digit: string) => digit.repeat(64)
const transaction = (digit: string, tx = '00'): PoolTransaction => ({
  id: id(digit),
  tx,
  prunable_hash: id('f'),
})
const idsIn = async (pool: LivePool) => [...(await pool.ids())].map((each) => each[0])

describe('the pool of a light node', () => {
  test('follows the changes in their order, and ignores those it has already', async () => {
    const pool = new LivePool({ version: 5n, transactions: [transaction('a')] })
    expect(pool.apply({ version: 5n, added: [transaction('b')], removed: [id('a')] })).toEqual({
      isMissed: false,
    })
    expect(await idsIn(pool)).toEqual(['a'])
    pool.apply({ version: 6n, added: [transaction('b')], removed: [id('a'), id('c')] })
    pool.apply({ version: 7n, added: [transaction('c')], removed: [] })
    expect(await idsIn(pool)).toEqual(['b', 'c'])
    const found = await pool.transactions([id('c'), id('a')])
    expect(found).toMatchObject([
      { tx_hash: id('c'), as_hex: '', pruned_as_hex: '00', in_pool: true },
    ])
  })

  test('says that a change is missing, and does not apply the later one', async () => {
    const pool = new LivePool({ version: 5n, transactions: [] })
    expect(pool.apply({ version: 7n, added: [transaction('b')], removed: [] })).toEqual({
      isMissed: true,
    })
    expect(await idsIn(pool)).toEqual([])
  })

  test('gives a transaction of version 1 whole: it has no prunable hash', async () => {
    const old = { id: id('a'), tx: '01', prunable_hash: '' }
    const pool = new LivePool({ version: 1n, transactions: [old] })
    expect(await pool.transactions([id('a')])).toMatchObject([{ as_hex: '01', pruned_as_hex: '' }])
  })

  test('error: an id that is not hex, and more than 16 MiB', () => {
    const pool = new LivePool({ version: 1n, transactions: [] })
    const odd = { ...transaction('a'), id: 'no id' }
    expect(() => pool.apply({ version: 2n, added: [odd], removed: [] })).toThrow(InvalidDaemonData)
    const large = '00'.repeat(4 * 1024 * 1024)
    for (const [at, digit] of ['a', 'b', 'c', 'd'].entries())
      pool.apply({ version: BigInt(3 + at), added: [transaction(digit, large)], removed: [] })
    // The same one again replaces it.
    pool.apply({ version: 7n, added: [transaction('d', large)], removed: [] })
    expect(() => pool.apply({ version: 8n, added: [transaction('e')], removed: [] })).toThrow(
      'the pool is too large to be followed',
    )
  })
})
