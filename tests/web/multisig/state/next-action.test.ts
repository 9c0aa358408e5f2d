import { describe, expect, test } from 'vitest'
import { missingInfo, nextActionOf } from '../../../../web/multisig/state/next-action.ts'

test.each([
  [2, 3, 0, { required: 1, remaining: 2 }],
  [2, 3, 1, { required: 0, remaining: 1 }],
  [3, 3, 1, { required: 1, remaining: 1 }],
  [1, 2, 0, { required: 0, remaining: 1 }],
])('missingInfo of %i of %i with %i received', (threshold, total, received, missing) => {
  expect(missingInfo({ threshold, total }, received)).toEqual(missing)
})

describe('nextActionOf', () => {
  const base = { own: 'a', threshold: 2 }

  test('is to sign for a member that can', () => {
    expect(nextActionOf({ ...base, signed: ['b'], asked: ['a', 'c'] })).toBe('sign')
  })

  test('is to wait for a member that has signed', () => {
    expect(nextActionOf({ ...base, threshold: 3, signed: ['b', 'a'], asked: ['c'] })).toBe('wait')
  })

  test('is to send once enough have signed', () => {
    expect(nextActionOf({ ...base, signed: ['b', 'c'], asked: [] })).toBe('send')
    expect(nextActionOf({ ...base, threshold: 1, signed: ['a'], asked: [] })).toBe('send')
  })

  test('is nothing for a member that the signatures exclude', () => {
    expect(nextActionOf({ ...base, threshold: 3, signed: ['b', 'c'], asked: ['d'] })).toBe(
      'excluded',
    )
  })
})
