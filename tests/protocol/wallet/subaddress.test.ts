import { describe, expect, test } from 'vitest'
import { subaddressIndex } from '#protocol/wallet/subaddress.ts'

describe('the index of a subaddress', () => {
  test('is the primary address by default', () => {
    expect(subaddressIndex.parse({}, 'index')).toEqual({ major: 0, minor: 0 })
    expect(subaddressIndex.parse({ minor: 7 }, 'index')).toEqual({ major: 0, minor: 7 })
  })

  test('error: an index that is not a u32; the message contains its path', () => {
    expect(() => subaddressIndex.parse({ major: 2 ** 32 }, 'index')).toThrow(
      'index.major: expected u32',
    )
  })
})
