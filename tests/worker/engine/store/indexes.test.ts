import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byKeyImage } from '../../../../worker/engine/ledger/by-key-image.ts'
import { Groups } from '../../../../worker/engine/store/groups.ts'
import type { OutputRecord, SentRecord } from '../../../../worker/engine/store/records.ts'
import { Store, Table } from '../../../../worker/engine/store/store.ts'
import { Subset } from '../../../../worker/engine/store/subset.ts'
import { ByHeight } from '../../../../worker/engine/ledger/by-height.ts'
import { count, seed } from '../../../support/random/case-counts.ts'

/** Puts and deletions of a few keys, one after the other. */
const writes = fc.array(
  fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    row: fc.option(fc.integer({ min: -1, max: 6 }), { nil: undefined }),
  }),
  { maxLength: 40 },
)

/** After each write, of a table that had some rows before its indexes were asked for. */
function afterEach(look: (table: Table<number>) => void) {
  const options = { seed: seed(), numRuns: count(300, 5000) }
  fc.assert(
    fc.property(writes, writes, (before, after) => {
      const table = new Table<number>('numbers')
      for (const { key, row } of before) table.set(key, row)
      look(table)
      for (const { key, row } of after) {
        table.set(key, row)
        look(table)
      }
    }),
    options,
  )
}

describe('an index', () => {
  test('is the same one for the same question', () => {
    const table = new Table<number>('numbers')
    const even = () => new Subset<number>((row) => row % 2 === 0)
    expect(table.index(even)).toBe(table.index(even))
    expect(table.index(() => new Subset<number>(() => true))).not.toBe(table.index(even))
  })

  test('sees a commit when it is stored, and nothing of one that is not', async () => {
    let isFull = false
    const store = new Store(async () => {
      if (isFull) throw new Error('no room')
    })
    const all = () => new Subset<string>(() => true)
    const put = (txid: string) => store.commit((change) => change.put(store.notes, txid, 'note'))
    await put('a')
    expect([...store.notes.index(all).rows.keys()]).toEqual(['a'])
    isFull = true
    await expect(put('b')).rejects.toThrow('no room')
    expect([...store.notes.index(all).rows.keys()]).toEqual(['a'])
  })
})

test('a subset is what a look at every row finds', () => {
  const isEven = (row: number) => row % 2 === 0
  const even = () => new Subset<number>(isEven)
  afterEach((table) =>
    expect(new Map(table.index(even).rows)).toEqual(
      new Map([...table.rows].filter(([, row]) => isEven(row))),
    ),
  )
})

test('a group is what a look at every row finds', () => {
  // One below zero is in none.
  const groupOf = (row: number) => (row < 0 ? undefined : row % 3)
  const groups = () => new Groups<number, number>(groupOf)
  const sorted = (rows: Iterable<number>) => [...rows].sort((a, b) => a - b)
  afterEach((table) => {
    const index = table.index(groups)
    for (let group = 0; group < 4; group++) {
      const expected = [...table.values()].filter((row) => groupOf(row) === group)
      expect(sorted(index.of(group))).toEqual(sorted(expected))
      expect(index.has(group)).toBe(expected.length > 0)
    }
  })
})

test('rows between two heights are those that a look at every row finds, in order', () => {
  // One below zero is in no block.
  const heightOf = (row: number) => (row < 0 ? undefined : BigInt(row))
  const byHeight = () => new ByHeight<number>(heightOf)
  const sorted = (table: Table<number>) =>
    [...table.values()].filter((row) => row >= 0).sort((a, b) => a - b)
  afterEach((table) => {
    const index = table.index(byHeight)
    for (let above = -1; above < 7; above++) {
      const expected = sorted(table).filter((row) => row > above)
      expect([...index.between(BigInt(above))]).toEqual(expected)
      const upTo = expected.filter((row) => row <= above + 2)
      expect([...index.between(BigInt(above), BigInt(above + 2))]).toEqual(upTo)
    }
  })
})

test('rows of one height come in the order in which they got there', () => {
  const table = new Table<Pick<SentRecord, 'txid'>>('sent')
  const byHeight = () => new ByHeight<Pick<SentRecord, 'txid'>>(() => 5n)
  for (const txid of ['b', 'a', 'c']) table.set(txid, { txid })
  table.index(byHeight)
  table.set('a', { txid: 'a' })
  expect([...table.index(byHeight).between(0n)].map(({ txid }) => txid)).toEqual(['b', 'a', 'c'])
})

test('an output is found by its key image while it has one', () => {
  const outputs = new Table<OutputRecord>('outputs')
  const put = (key: string, keyImage?: string) =>
    outputs.set(key, { key, ...(keyImage && { keyImage }) } as OutputRecord)
  const find = (keyImage: string) => outputs.index(byKeyImage).get(keyImage)
  put('one')
  expect(find('i')).toBeUndefined()
  put('one', 'i')
  expect(find('i')).toBe('one')
  // Another that took its key image over is not lost with it.
  put('two', 'i')
  outputs.set('one', undefined)
  expect(find('i')).toBe('two')
  put('two', 'j')
  expect([find('i'), find('j')]).toEqual([undefined, 'two'])
})
