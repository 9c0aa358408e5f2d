import { describe, expect, test } from 'vitest'
import { isFaster } from '#wasm/kernels/race.ts'
import type { Crypto } from '#wasm/types.ts'

describe('the race between two scans', () => {
  /** Scans that take so many milliseconds at their turns. */
  const race = (one: number[], other: number[]) => {
    let ms = 0
    const taking = (times: number[]): Crypto['scan'] => {
      let turn = 0
      return () => {
        ms += times[turn++ % times.length]!
        return []
      }
    }
    return isFaster(taking(one), taking(other), () => ms)
  }

  test('is won by the faster scan', () => {
    expect(race([1], [2])).toBe(true)
    expect(race([2], [1])).toBe(false)
  })

  test('compares best times, because engines take time to optimise', () => {
    expect(race([90, 80, 70, 3, 1], [2])).toBe(true)
    expect(race([2], [90, 80, 70, 3, 1])).toBe(false)
  })

  test('is not won by a kernel that is not faster', () => {
    expect(race([2], [2])).toBe(false)
  })
})
