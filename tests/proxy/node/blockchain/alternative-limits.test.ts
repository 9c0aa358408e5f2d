import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { trimAlternatives } from '../../../../proxy/node/blockchain/alternative-limits.ts'
import type { Alternatives } from '../../../../proxy/stores/alternatives.ts'
import { ChainStore } from '../../../../proxy/stores/chain-store.ts'
import { maxValueSize } from '../../../../proxy/stores/driver.ts'
import { sqliteDriver } from '../../../../server/sqlite/connection.ts'
import { openMemoryDriver } from '../../../support/storage/memory-driver.ts'

const openSqlite = await sqliteDriver()
const idOf = (name: number) => bytesToHex(new Uint8Array(32).fill(name))
const unlimited = { count: 100, bytes: 1e9 }

/** A block of a name, with the name of its parent, its work, and the length of its blob. */
type Row = [name: number, parent: number, work: bigint, length?: number]

function storeOf(...rows: Row[]) {
  const store = new ChainStore(openMemoryDriver(openSqlite), 'fakechain')
  for (const [name, parent, work, length = 10] of rows)
    store.alternatives.add({
      id: idOf(name),
      prevId: idOf(parent),
      height: 1n,
      blob: new Uint8Array(length),
      weight: 0n,
      cumulativeDifficulty: work,
      generatedCoins: 0n,
    })
  return store
}

const namesIn = (alternatives: Alternatives) =>
  alternatives
    .all()
    .map(({ id }) => parseInt(id.slice(0, 2), 16))
    .sort()

describe('trimAlternatives', () => {
  /** Blocks 1 to 3 are a branch, 4 and 5 stand alone. */
  const rows: Row[] = [
    [1, 0, 100n],
    [2, 1, 200n],
    [3, 2, 900n],
    [4, 0, 300n],
    [5, 0, 300n],
  ]

  test.each([
    [5, [1, 2, 3, 4, 5]],
    // Of equal work the oldest.
    [4, [1, 2, 3, 5]],
    [3, [1, 2, 3]],
    // A block below another one stays, whatever its work.
    [2, [1, 2]],
    [1, [1]],
    [0, []],
  ])('keeps %i blocks: those with the most work, and what is below them', (count, expected) => {
    const { alternatives } = storeOf(...rows)
    trimAlternatives(alternatives, { ...unlimited, count })
    expect(namesIn(alternatives)).toEqual(expected)
  })

  test('compares work above 64 bits', () => {
    const { alternatives } = storeOf([1, 0, 2n ** 127n], [2, 0, 255n], [3, 0, 2n ** 70n])
    trimAlternatives(alternatives, { ...unlimited, count: 1 })
    expect(namesIn(alternatives)).toEqual([1])
  })

  test.each([
    [600, [1, 2, 3]],
    [599, [2, 3]],
    [499, [3]],
  ])('keeps %i bytes', (bytes, expected) => {
    const { alternatives } = storeOf([1, 0, 1n, 100], [2, 0, 2n, 200], [3, 0, 3n, 300])
    trimAlternatives(alternatives, { ...unlimited, bytes })
    expect(namesIn(alternatives)).toEqual(expected)
  })

  test('counts and drops blocks that are longer than a column', () => {
    const store = storeOf([1, 0, 1n, 3 * maxValueSize], [2, 0, 2n])
    expect(store.alternatives.size()).toEqual({ count: 2, bytes: 3 * maxValueSize + 10 })
    trimAlternatives(store.alternatives, { ...unlimited, bytes: 3 * maxValueSize })
    expect(store.alternatives.size()).toEqual({ count: 1, bytes: 10 })
    expect(store.driver.all('SELECT * FROM pieces')).toEqual([])
  })
})
