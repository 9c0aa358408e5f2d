import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KeyTable } from '../../../../worker/engine/keys/key-table.ts'
import { count, seed } from '../../../support/random/case-counts.ts'

// Few bytes differ, so that many keys want the same row.
const key = fc
  .tuple(fc.nat(3), fc.nat(3), fc.nat(255))
  .map(([first, fifth, last]) =>
    Uint8Array.of(first, 0, 0, 0, fifth, ...new Array<number>(26).fill(0), last),
  )

test('a key table finds stored keys only', () => {
  const entries = fc.array(fc.tuple(key, fc.nat(0xffff_fffe)), { maxLength: 300 })
  fc.assert(
    fc.property(entries, fc.array(key, { maxLength: 50 }), fc.nat(400), (put, asked, room) => {
      const table = new KeyTable()
      table.reserve(room)
      const expected = new Map<string, number>()
      for (const [at, [each, value]] of put.entries()) {
        if (at % 2 === 0) table.set(each, value)
        else table.set(Uint8Array.of(7, ...each, 7), value, 1)
        expected.set(each.toString(), value)
      }
      expect(table.size).toBe(expected.size)
      for (const each of [...put.map(([one]) => one), ...asked]) {
        expect(table.get(each)).toBe(expected.get(each.toString()))
        expect(table.get(Uint8Array.of(1, 2, 3, ...each), 3)).toBe(expected.get(each.toString()))
      }
    }),
    { numRuns: count(100, 2000), seed: seed() },
  )
})
