import { describe, expect, test } from 'vitest'
import { contentRange, rangeIn, rangeOf } from '../../../proxy/feed/byte-range.ts'

describe('the range of a request', () => {
  test.each([
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=8500-16999', { first: 8500, last: 16_999 }],
  ])('%s is one', (header, range) => {
    expect(rangeOf(header)).toEqual(range)
  })

  test.each([
    undefined,
    '',
    'bytes=5-',
    'bytes=-5',
    'bytes=6-5',
    'bytes=0-1,4-5',
    'lines=0-1',
    'bytes=a-b',
  ])('%s is not a range: the whole file is sent', (header) => {
    expect(rangeOf(header)).toBeUndefined()
  })

  test('is used where the file has it', () => {
    const range = { first: 2, last: 9 }
    expect(rangeIn(range, 10)).toBe(range)
    expect(rangeIn(range, 9)).toBeUndefined()
    expect(rangeIn(undefined, 10)).toBeUndefined()
    expect(contentRange(range, 10)).toBe('bytes 2-9/10')
  })
})
