import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountError, splitAmount } from '../../../web/format/amount.ts'

const plain = (piconero: bigint, options = {}) => {
  const { sign, whole, fraction } = splitAmount(piconero, options)
  return `${sign}${whole}.${fraction}`
}

describe('splitAmount', () => {
  test.each([
    [0n, '0.0000'],
    [1n, '0.000000000001'],
    [2_500_000_000_000n, '2.5000'],
    [1_234_567_890_123n, '1.234567890123'],
    [12_345_678_000_000_000_000n, '12\u202f345\u202f678.0000'],
    [-1n, '\u22120.000000000001'],
  ])('shows %s piconero as %s', (piconero, text) => {
    expect(plain(piconero)).toBe(text)
  })

  test('shows all twelve decimals of an exact amount', () => {
    expect(plain(1_500_000_000_000n, { exact: true })).toBe('1.500000000000')
  })

  test('is exact up to the largest u64', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (piconero) => {
        const { whole, fraction } = splitAmount(piconero)
        const digits = whole.replaceAll('\u202f', '') + fraction.padEnd(12, '0')
        return BigInt(digits) === piconero
      }),
    )
  })
})

describe('amountError', () => {
  test.each(['', ' ', '0', '1.5', ' 18446744.073709551615 '])('accepts “%s”', (text) => {
    expect(amountError(text)).toBeUndefined()
  })

  test.each([
    ['1,5', 'Enter a number like 1.5, with at most 12 decimals.'],
    // Without a guess: "1,500" is fifteen hundred in one language and one and a half in another.
    ['1,500', 'Enter a number like 1.5, with at most 12 decimals.'],
    ['1.500,25', 'Enter a number like 1.5, with at most 12 decimals.'],
    ['1 500', 'Enter a number like 1.5, with at most 12 decimals.'],
    ['\u0661\u066b\u0665', 'Enter a number like 1.5, with at most 12 decimals.'],
    ['-1', 'Enter a number like 1.5, with at most 12 decimals.'],
    ['1e3', 'Enter a number like 1.5, with at most 12 decimals.'],
    ['0.0000000000001', 'Enter a number like 1.5, with at most 12 decimals.'],
    ['18446744.073709551616', 'Amount exceeds the total supply.'],
    ['99999999', 'Amount exceeds the total supply.'],
  ])('error: “%s”: %s', (text, error) => {
    expect(amountError(text)).toBe(error)
  })
})
