import { describe, expect, test } from 'vitest'
import { bytesOf, idOf } from '../../../../proxy/node/calls/hex-params.ts'

describe('bytesOf', () => {
  test('reads hex of any length in either case', () => {
    expect(bytesOf('')).toEqual(new Uint8Array())
    expect(bytesOf('0aFf')).toEqual(Uint8Array.of(10, 255))
  })

  test.each(['0', '0x00', 'zz', ' 00', '00\n'])('error: %j is not hex', (text) => {
    expect(bytesOf(text)).toBeUndefined()
  })
})

describe('idOf', () => {
  test('returns 32 bytes in lower case', () => {
    expect(idOf('AB'.repeat(32))).toBe('ab'.repeat(32))
  })

  test.each([31, 33])('error: %i bytes are not an id', (length) => {
    expect(idOf('ab'.repeat(length))).toBeUndefined()
  })

  test('error: 64 characters that are not hex', () => {
    expect(idOf('g'.repeat(64))).toBeUndefined()
  })
})
