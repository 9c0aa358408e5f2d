import { describe, expect, test } from 'vitest'
import {
  asRequested,
  contradicts,
  inPreference,
  recordOf,
  ringInJournal,
  withRing,
} from '../../../../../worker/engine/payments/rings/ring-records.ts'
import type { RingRecord, SentRecord } from '../../../../../worker/engine/store/records.ts'
import { Store, Table } from '../../../../../worker/engine/store/store.ts'
import type { Ring } from '../../../../../worker/engine/tx/ring.ts'
import { someOutput } from '../../../../support/wallets/output-records.ts'

const record: RingRecord = {
  real: 30,
  candidates: [30, 90, 10, 50, 70],
  height: 100n,
  ring: [10, 30, 50],
  refused: [{ daemon: 'node:1', claims: [] }],
}
const ringOf = (...indices: number[]): Ring => ({
  members: indices.map((globalIndex) => ({
    globalIndex,
    key: new Uint8Array(32).fill(globalIndex),
    commitment: new Uint8Array(32).fill(globalIndex + 1),
  })),
  realIndex: 0,
})

async function stored(globalIndex: bigint) {
  const store = new Store(() => Promise.resolve())
  const output = someOutput({ globalIndex })
  await store.commit((change) => change.put(store.rings, output.key, record))
  return recordOf(store.rings, output)
}

describe('recordOf', () => {
  test('returns the stored record while the index of the output is the same', async () => {
    expect(await stored(30n)).toBe(record)
  })

  test('replaces the index of a moved output, keeps the decoys, and drops refusals', async () => {
    expect(await stored(60n)).toEqual({
      real: 60,
      candidates: [60, 90, 10, 50, 70],
      height: 100n,
      ring: [10, 50, 60],
    })
  })

  test('contains each index once when the output moves to the index of a decoy', async () => {
    expect(await stored(50n)).toMatchObject({ real: 50, candidates: [50, 90, 10, 70] })
  })

  test('is undefined for an output without a record', () => {
    expect(recordOf(new Table('rings'), someOutput())).toBeUndefined()
  })
})

test('asRequested returns the candidates in ascending order', () => {
  expect(asRequested(record)).toEqual([10, 30, 50, 70, 90])
  expect(asRequested({ ...record, candidates: [9, 10, 9] })).toEqual([9, 9, 10])
})

test('inPreference puts the members of the finished ring first', () => {
  expect(inPreference(record)).toEqual([10, 30, 50, 90, 70])
  const { ring: _, ...unfinished } = record
  expect(inPreference(unfinished)).toEqual(record.candidates)
})

describe('contradicts', () => {
  const before = withRing(record, ringOf(10, 30, 50), 'node:1')
  const changed = ringOf(10, 30, 50)
  changed.members[1]!.commitment[31] = 0

  test.each<[string, RingRecord, RingRecord, boolean]>([
    ['the same answer', before, withRing(record, ringOf(10, 30, 50), 'node:1'), false],
    ['other points from the same daemon', before, withRing(record, changed, 'node:1'), true],
    ['other points from another daemon', before, withRing(record, changed, 'node:2'), false],
    ['another ring', before, withRing(record, ringOf(10, 30, 70), 'node:1'), false],
    ['a first answer', record, before, false],
  ])('%s', (_, first, second, expected) => {
    expect(contradicts(first, second)).toBe(expected)
  })
})

test('ringInJournal finds a ring by key image, also of a failed payment', () => {
  const sent = new Table<SentRecord>('sent')
  const some = { keyImages: ['aa', 'bb'], rings: [[1n], [2n, 3n]], state: 'failed' }
  sent.rows.set('txid', some as unknown as SentRecord)
  expect(ringInJournal(sent, { keyImage: 'bb' })).toEqual([2, 3])
  expect(ringInJournal(sent, { keyImage: 'cc' })).toEqual([])
  expect(ringInJournal(sent, {})).toEqual([])
})
