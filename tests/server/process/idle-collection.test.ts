import { describe, expect, test } from 'vitest'
import { IdleCollection } from '../../../server/process/idle-collection.ts'

const idle = 0.01
const busy = 0.5

/** A program that holds `keptBytes` after each collection. */
function program(keptBytes: number) {
  const state = { keptBytes, usedBytes: keptBytes, youngBytes: 1e6, collections: 0 }
  const collection = new IdleCollection({
    usedBytes: () => state.usedBytes,
    youngBytes: () => state.youngBytes,
    collect() {
      state.collections++
      state.usedBytes = state.keptBytes
    },
  })
  return { state, collection }
}

describe('IdleCollection', () => {
  test('collects three times once the program is idle, and then waits for more garbage', () => {
    const { state, collection } = program(20e6)
    state.usedBytes = 30e6
    collection.check(busy)
    expect(state.collections).toBe(0)
    for (let i = 0; i < 4; i++) collection.check(idle)
    expect(state.collections).toBe(3)
    state.usedBytes = 30e6
    for (let i = 0; i < 4; i++) collection.check(idle)
    expect(state.collections).toBe(6)
  })

  test('leaves little garbage, and a tenth of what a large program holds', () => {
    const small = program(1e6)
    small.state.usedBytes = 4.9e6
    small.collection.check(idle)
    expect(small.state.collections).toBe(0)

    const large = program(400e6)
    large.state.usedBytes = 439e6
    large.collection.check(idle)
    expect(large.state.collections).toBe(0)
    large.state.usedBytes = 441e6
    large.collection.check(idle)
    expect(large.state.collections).toBe(3)
  })

  test('compares with what was held after the last collection', () => {
    const { state, collection } = program(20e6)
    state.usedBytes = 40e6
    state.keptBytes = 35e6
    collection.check(idle)
    expect(state.collections).toBe(3)
    state.usedBytes = 38e6
    collection.check(idle)
    expect(state.collections).toBe(3)
  })

  test('shrinks a space of young objects that work has grown, and tries it four times after work', () => {
    const { state, collection } = program(20e6)
    state.youngBytes = 33e6
    collection.check(busy)
    expect(state.collections).toBe(0)
    collection.check(idle)
    state.youngBytes = 1e6
    collection.check(idle)
    expect(state.collections).toBe(3)
    state.youngBytes = 33e6
    for (let i = 0; i < 9; i++) collection.check(idle)
    expect(state.collections).toBe(12)
    collection.check(busy)
    collection.check(idle)
    expect(state.collections).toBe(15)
  })
})
