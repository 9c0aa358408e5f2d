import { describe, expect, test } from 'vitest'
import {
  checkAmount,
  checkInteger,
  checkLength,
  checkParts,
  maxIndex,
  required,
} from '#wasm/arguments.ts'

describe('checkLength', () => {
  test('accepts the expected length only', () => {
    expect(() => checkLength('hash', new Uint8Array(32), 32)).not.toThrow()
  })

  test.each([0, 31, 33])('error: %i bytes', (length) => {
    expect(() => checkLength('hash', new Uint8Array(length), 32)).toThrow(
      new RangeError(`hash: expected 32 bytes, got ${length}`),
    )
  })
})

describe('checkParts', () => {
  const data = new Uint8Array(10)

  test('counts pairs of offsets', () => {
    expect(checkParts(data, Uint32Array.of(0, 10, 3, 3, 10, 10))).toBe(3)
    expect(checkParts(data, new Uint32Array())).toBe(0)
  })

  test.each([[[0, 11]], [[4, 3]], [[0, 1, 2]]])('error: %j', (parts) => {
    expect(() => checkParts(data, Uint32Array.from(parts))).toThrow(RangeError)
  })
})

describe('checkInteger', () => {
  test.each([0, 1, maxIndex])('accepts %i', (value) => {
    expect(() => checkInteger('index', value, maxIndex)).not.toThrow()
  })

  test.each([-1, 0.5, NaN, Infinity, maxIndex + 1])('error: %d', (value) => {
    expect(() => checkInteger('index', value, maxIndex)).toThrow(
      'index: expected an integer from 0 to 4294967295',
    )
  })
})

describe('checkAmount', () => {
  test.each([0n, 2n ** 64n - 1n])('accepts %i', (amount) => {
    expect(() => checkAmount('amount', amount)).not.toThrow()
  })

  test.each([-1n, 2n ** 64n])('error: %i', (amount) => {
    expect(() => checkAmount('amount', amount)).toThrow('amount: expected a u64')
  })
})

describe('required', () => {
  test('returns the value, even if it is falsy', () => {
    expect(required('point', 'a point', 0)).toBe(0)
  })

  test('error: undefined', () => {
    expect(() => required('key', 'a point', undefined)).toThrow(
      new RangeError('key: expected a point'),
    )
  })
})
