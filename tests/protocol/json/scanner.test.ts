import { describe, expect, test } from 'vitest'
import { Decimal, isJsonNumber } from '#protocol/json/scanner.ts'

describe('isJsonNumber', () => {
  test.each(['0', '-0', '17', '-1.5', '1e9', '2E-3', '18446744073709551616'])('%s', (text) => {
    expect(isJsonNumber(text)).toBe(true)
  })

  test.each(['', '01', '.5', '5.', '+1', '1e', '0x1', '1 ', ' 1', 'NaN', '--1'])(
    'error: %j',
    (text) => {
      expect(isJsonNumber(text)).toBe(false)
    },
  )
})

test('a Decimal keeps its text and its value', () => {
  const decimal = new Decimal('12.50e-3')
  expect(`${decimal}`).toBe('12.50e-3')
  expect(Number(decimal)).toBe(0.0125)
})
