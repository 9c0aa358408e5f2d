import { describe, expect, test } from 'vitest'
import { counts } from '#protocol/daemon/distribution.ts'

const of = (...values: number[]) => Uint8Array.from(values)

describe('counts', () => {
  const expected = BigUint64Array.of(1n, 2n ** 64n - 1n)

  test.each([
    ['a list', [1, 2n ** 64n - 1n]],
    ['bytes', of(1, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255)],
    ['raw text', `\x01${'\0'.repeat(7)}${'\xff'.repeat(8)}`],
    ['counts', expected],
  ])('reads %s', (_, wire) => {
    expect(counts.parse(wire, 'distribution')).toEqual(expected)
  })

  test('reads bytes at any position of a buffer', () => {
    const message = new Uint8Array(32)
    message[11] = 7
    expect(counts.parse(message.subarray(11, 19), 'distribution')).toEqual(BigUint64Array.of(7n))
  })

  test('error: a length that is not a multiple of eight bytes', () => {
    expect(() => counts.parse(of(1, 2, 3), 'distribution')).toThrow('distribution: expected')
  })
})
