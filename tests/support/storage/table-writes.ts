/**
 * Random puts and deletions of a table, to compare an index with the rows it is made of.
 *
 * @module
 */
import fc from 'fast-check'
import { Table } from '../../../worker/engine/store/store.ts'
import { count, seed } from '../random/case-counts.ts'

/** Puts and deletions of a few keys, one after the other. */
const writes = fc.array(
  fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    row: fc.option(fc.integer({ min: -1, max: 6 }), { nil: undefined }),
  }),
  { maxLength: 40 },
)

/** Calls `look` after each write. The table has some rows before its indexes are first read. */
export function afterEachWrite(look: (table: Table<number>) => void): void {
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
    { numRuns: count(300, 5000), seed: seed() },
  )
}
