import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ByHeight,
  minedByHeight,
  receivedByHeight,
} from '../../../../worker/engine/ledger/by-height.ts'
import type { SentRecord } from '../../../../worker/engine/store/records.ts'
import { Table } from '../../../../worker/engine/store/store.ts'
import { count, seed } from '../../../support/random/case-counts.ts'
import { receivedRecord, sentRecord } from '../../../support/wallets/transfer-records.ts'

type Row = { key: string; height: bigint | undefined }

describe('ByHeight', () => {
  const height = fc.option(fc.bigInt(0n, 12n), { nil: undefined })
  const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
  const step = fc.record({ key, height, isDeleted: fc.boolean() })
  const bound = fc.bigInt(-1n, 13n)

  test('law: returns the rows of a sorted and filtered table', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), bound, bound, (steps, above, upTo) => {
        const table = new Table<Row>('rows')
        const make = () => new ByHeight<Row>((row) => row.height)
        const index = table.index(make)
        for (const { key, height, isDeleted } of steps)
          table.set(key, isDeleted ? undefined : { key, height })
        const heights = [...table.values()].flatMap((row) => row.height ?? [])
        heights.sort((a, b) => Number(a - b))
        const isAbove = (each: bigint) => each > above
        const found = [...index.between(above, upTo)]
        expect([...index.between(above)].map((row) => row.height)).toEqual(heights.filter(isAbove))
        expect(found.map((row) => row.height)).toEqual(
          heights.filter((each) => isAbove(each) && each <= upTo),
        )
        for (const row of found) expect(table.get(row.key)).toBe(row)
      }),
      { numRuns: count(200, 10_000), seed: seed() },
    )
  })

  test('keeps rows of one height in their order of insertion', () => {
    const index = new ByHeight<Row>((row) => row.height)
    for (const key of ['c', 'a', 'b']) index.changed(key, undefined, { key, height: 5n })
    expect([...index.between(4n)].map(({ key }) => key)).toEqual(['c', 'a', 'b'])
  })
})

test('receivedByHeight orders payments by the height of their blocks', () => {
  const table = new Table<ReturnType<typeof receivedRecord>>('received')
  for (const height of [30n, 10n, 20n]) table.set(`${height}`, receivedRecord({ height }))
  const heights = [...table.index(receivedByHeight).between(10n)].map(({ height }) => height)
  expect(heights).toEqual([20n, 30n])
})

test('minedByHeight holds mined transactions only', () => {
  const table = new Table<SentRecord>('sent')
  const states = ['journaled', 'pending', 'failed', 'mined'] as const
  for (const state of states) table.set(state, sentRecord({ state }))
  const mined = () => [...table.index(minedByHeight).between(0n)].map(({ state }) => state)
  expect(mined()).toEqual(['mined'])
  table.set('pending', sentRecord({ state: 'mined', height: 900n }))
  table.set('mined', sentRecord({ state: 'pending' }))
  expect([...table.index(minedByHeight).between(0n)]).toEqual([table.get('pending')])
})
