import { expect, test } from 'vitest'
import { Subset } from '../../../../worker/engine/store/subset.ts'
import { afterEachWrite } from '../../../support/storage/table-writes.ts'

test('a subset holds the rows that a search of all rows finds', () => {
  const isEven = (row: number) => row % 2 === 0
  const even = () => new Subset<number>(isEven)
  afterEachWrite((table) => {
    const expected = [...table.rows].filter(([, row]) => isEven(row))
    expect(new Map(table.index(even).rows)).toEqual(new Map(expected))
    expect([...table.index(even).values()].sort()).toEqual(expected.map(([, row]) => row).sort())
  })
})
