import { describe, expect, test } from 'vitest'
import {
  AmountPicker,
  requestedOfAmount,
} from '../../../../../worker/engine/payments/rings/amount-decoys.ts'
import { choosePicks } from '../../../../../worker/engine/payments/rings/rings.ts'
import { seededBytes } from '../../../../support/random/sfc32.ts'

const wanted = requestedOfAmount(16)

function picks(count: { spendable: number; recent: number }, real: number, seed: number) {
  const picker = new AmountPicker(count, real, 16, seededBytes(seed))
  return choosePicks(picker, real, [], wanted)
}

test('25 outputs are requested for a ring of 16', () => {
  expect(wanted).toBe(25)
})

describe('AmountPicker', () => {
  test.each([
    ['half of them', 1000, 5, 12],
    ['half of them with ours, where ours is', 1000, 99_500, 11],
    ['as many as there are', 3, 5, 3],
    ['none where there are none', 0, 5, 0],
  ])('picks from the recent ones %s', (_, recent, real, least) => {
    const all = picks({ spendable: 100_000, recent }, real, 1)
    expect(all[0]).toBe(real)
    expect(new Set(all).size).toBe(wanted)
    const first = all.slice(1, 1 + least)
    expect(first.every((index) => index >= 100_000 - recent && index < 100_000)).toBe(true)
    // The next ones are of all: none of these draws happened to be recent.
    expect(all[1 + least]! < 100_000 - recent).toBe(true)
  })

  test('law: the newer, the likelier, in proportion', () => {
    const picker = new AmountPicker({ spendable: 100, recent: 0 }, 0, 16, seededBytes(3))
    const draws = 40_000
    const quarters = [0, 0, 0, 0]
    for (let i = 0; i < draws; i++) quarters[Math.floor(picker.pick(1) / 25)]!++
    // Squares of what is below: 1/16, 3/16, 5/16 and 7/16 of the draws, within five deviations.
    for (const [i, count] of quarters.entries())
      expect(Math.abs(count / draws - (2 * i + 1) / 16)).toBeLessThan(0.0125)
  })

  test('requests all outputs if there are no more than needed', () => {
    const all = picks({ spendable: 20, recent: 2 }, 7, 4)
    expect(new Set(all)).toEqual(new Set(Array.from({ length: 20 }, (_, i) => i)))
    expect(all).toHaveLength(wanted)
  })
})
