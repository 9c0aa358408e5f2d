import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  Manifest,
  ticketOf,
  type Difference,
  type TicketChange,
} from '../../../../worker/engine/store/manifest.ts'
import { count, seed } from '../../../support/random/case-counts.ts'

const put = (table: string, key: string, ticket: bigint): TicketChange => ({ table, key, ticket })
const remove = (table: string, key: string): TicketChange => ({ table, key, ticket: undefined })

function manifestOf(...changes: TicketChange[]) {
  const manifest = new Manifest()
  manifest.apply(changes)
  return manifest
}

const largest = 2n ** 128n - 1n
const first = [put('notes', 'a', 1n), put('notes', 'b', largest), put('tags', 'x', 5n)]

describe('a manifest', () => {
  test('has number and sum of the tickets of each table, modulo 2^128', () => {
    const five = new Uint8Array(16)
    five[0] = 5
    expect(manifestOf().after(first)).toEqual([
      ['notes', 2, new Uint8Array(16)],
      ['tags', 1, five],
    ])
  })

  test('stays as it is until changes are applied', () => {
    const manifest = manifestOf(...first)
    const before = manifest.after([])
    manifest.after([remove('notes', 'a'), put('tags', 'x', 6n)])
    expect(manifest.after([])).toEqual(before)
    expect(manifest.records()).toEqual([
      ['notes', 'a'],
      ['notes', 'b'],
      ['tags', 'x'],
    ])
  })

  test('does not depend on the order and number of commits', () => {
    const ticket = fc.option(fc.bigInt(0n, largest), { nil: undefined })
    const change = fc.record({
      table: fc.constantFrom('notes', 'tags'),
      key: fc.constantFrom('a', 'b', 'c'),
      ticket,
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const step = manifestOf()
        for (const each of changes) step.apply([each])
        const last = new Map(changes.map((each) => [`${each.table} ${each.key}`, each]))
        const whole = manifestOf(...last.values())
        expect(whole.differencesFrom(step.after([]))).toEqual([])
        expect(step.differencesFrom(whole.after([]))).toEqual([])
        expect(step.records().sort()).toEqual(whole.records().sort())
      }),
      { numRuns: count(200, 5000), seed: seed() },
    )
  })

  test.each<[string, TicketChange[], Difference[]]>([
    ['nothing', [], []],
    ['a missing record', [remove('notes', 'a')], [{ table: 'notes', kind: 'missing', count: 1 }]],
    ['a missing table', [remove('tags', 'x')], [{ table: 'tags', kind: 'missing', count: 1 }]],
    ['a new ticket', [put('tags', 'x', 6n)], [{ table: 'tags', kind: 'replaced', count: 1 }]],
    ['one record more', [put('book', '0', 0n)], [{ table: 'book', kind: 'returned', count: 1 }]],
    [
      'a record for another one',
      [remove('notes', 'a'), put('notes', 'c', 2n)],
      [{ table: 'notes', kind: 'replaced', count: 1 }],
    ],
    [
      'two tables',
      [remove('notes', 'a'), remove('notes', 'b'), put('tags', 'x', 6n)],
      [
        { table: 'notes', kind: 'missing', count: 2 },
        { table: 'tags', kind: 'replaced', count: 1 },
      ],
    ],
  ])('compares records with a stored manifest: %s', (_, changes, differences) => {
    const stored = manifestOf(...first).after([])
    const manifest = manifestOf(...first)
    manifest.apply(changes)
    expect(manifest.differencesFrom(stored)).toEqual(differences)
  })

  test('reads tickets in little endian', () => {
    const bytes = Uint8Array.from({ length: 16 }, (_, at) => at)
    expect(ticketOf(bytes)).toBe(0x0f0e0d0c0b0a09080706050403020100n)
  })
})
