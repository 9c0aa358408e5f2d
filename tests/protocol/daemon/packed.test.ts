import { describe, expect, test } from 'vitest'
import { hash, hashes, packed } from '#protocol/daemon/packed.ts'

const of = (...values: number[]) => Uint8Array.from(values)

describe('packed', () => {
  test.each([
    ['bytes', of(1, 2, 3, 4)],
    ['text with a character a byte', '\x01\x02\x03\x04'],
    ['values', [of(1, 2), of(3, 4)]],
  ])('reads %s', (_, wire) => {
    expect(packed(2).parse(wire, 'ids')).toEqual([of(1, 2), of(3, 4)])
  })

  test('an empty string and an empty list contain no values', () => {
    expect(hashes.parse('', 'ids')).toEqual([])
    expect(hashes.parse([], 'ids')).toEqual([])
  })

  test.each([
    ['half a value', of(1, 2, 3)],
    ['a value of another size', [of(1, 2), of(3)]],
    ['a number', 5],
    ['a list of texts', ['ab']],
  ])('error: %s', (_, wire) => {
    expect(() => packed(2).parse(wire, 'ids')).toThrow('ids: expected')
  })
})

test('a hash has 32 bytes', () => {
  expect(hash.parse(new Uint8Array(32), 'txid')).toHaveLength(32)
  expect(() => hash.parse(new Uint8Array(31), 'txid')).toThrow('txid: expected 32 bytes')
})
