import { describe, expect, test } from 'vitest'
import { tellingOf, turnOf } from '../../../web/multisig/next-action.ts'

test.each([
  [2, 3, 0, { needed: 1, left: 2 }],
  [2, 3, 1, { needed: 0, left: 1 }],
  [3, 3, 1, { needed: 1, left: 1 }],
  [1, 2, 0, { needed: 0, left: 1 }],
])('of %i of %i, when %i have told', (threshold, total, heard, left) => {
  expect(tellingOf({ threshold, total }, heard)).toEqual(left)
})

describe('a payment', () => {
  const base = { own: 'a', threshold: 2 }

  test('is to be signed by a member who can', () => {
    expect(turnOf({ ...base, signed: ['b'], asked: ['a', 'c'] })).toBe('ours')
  })

  test('is handed on by one who has', () => {
    expect(turnOf({ ...base, threshold: 3, signed: ['b', 'a'], asked: ['c'] })).toBe('theirs')
  })

  test('is sent by anybody once enough have signed', () => {
    expect(turnOf({ ...base, signed: ['b', 'c'], asked: [] })).toBe('send')
    expect(turnOf({ ...base, threshold: 1, signed: ['a'], asked: [] })).toBe('send')
  })

  test('is not for a member whom the others were chosen without', () => {
    expect(turnOf({ ...base, threshold: 3, signed: ['b', 'c'], asked: ['d'] })).toBe('without us')
  })
})
