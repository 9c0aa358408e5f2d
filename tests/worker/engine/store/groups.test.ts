import { expect, test } from 'vitest'
import { Groups } from '../../../../worker/engine/store/groups.ts'
import { Table } from '../../../../worker/engine/store/store.ts'
import { afterEachWrite } from '../../../support/storage/table-writes.ts'

test('a group holds the rows that a search of all rows finds', () => {
  // Rows below zero are in no group.
  const groupOf = (row: number) => (row < 0 ? undefined : row % 3)
  const groups = () => new Groups<number, number>(groupOf)
  const sorted = (rows: Iterable<number>) => [...rows].sort((a, b) => a - b)
  afterEachWrite((table) => {
    const index = table.index(groups)
    for (let group = 0; group < 4; group++) {
      const expected = [...table.values()].filter((row) => groupOf(row) === group)
      expect(sorted(index.of(group))).toEqual(sorted(expected))
      expect(index.has(group)).toBe(expected.length > 0)
    }
  })
})

test('rows of a group come in the order in which they joined it', () => {
  const table = new Table<string>('words')
  const firstLetter = () => new Groups<string, string>((row) => row[0])
  const ofA = () => table.index(firstLetter).of('a')
  table.set('1', 'ant')
  table.set('2', 'bee')
  expect(ofA()).toEqual(['ant'])
  table.set('0', 'ape')
  table.set('2', 'asp')
  table.set('1', 'auk')
  expect(ofA()).toEqual(['auk', 'ape', 'asp'])
})
