import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isCurrency,
  isRate,
  parseDecimal,
  toCurrency,
  toPiconero,
} from '../../../web/format/rate.ts'

test.each([
  ['20', '150.25', 133_111_480_865n],
  ['0.01', '100', 100_000_000n],
  ['1', '3', 333_333_333_333n],
  ['.5', '0.5', 1_000_000_000_000n],
])('%s at a price of %s', (amount, rate, piconero) => {
  expect(toPiconero(amount, rate)).toBe(piconero)
})

test.each(['', '.', '1,5', '-1', '1e3', '1'.repeat(16)])('error: %j is no number', (text) => {
  expect(parseDecimal(text)).toBeUndefined()
  expect(isRate(text)).toBe(false)
  expect(toPiconero(text, '1')).toBeUndefined()
  expect(toCurrency(1n, text)).toBeUndefined()
})

test('error: a price of zero', () => {
  expect([isRate('0.00'), toPiconero('1', '0')]).toEqual([false, undefined])
})

test('an amount in a currency has two decimals, rounded to the nearest', () => {
  expect(toCurrency(133_111_480_865n, '150.25')).toBe('20.00')
  expect(toCurrency(5_000_000_000n, '1')).toBe('0.01')
  expect(toCurrency(4_999_999_999n, '1')).toBe('0.00')
})

test('there and back gives the same amount, if a cent is more than a piconero', () => {
  const cents = fc.bigInt({ min: 0n, max: 10n ** 9n })
  const price = fc.integer({ min: 1, max: 10 ** 6 })
  fc.assert(
    fc.property(cents, price, (count, rate) => {
      const text = `${count / 100n}.${String(count % 100n).padStart(2, '0')}`
      expect(toCurrency(toPiconero(text, String(rate))!, String(rate))).toBe(text)
    }),
  )
})

test('codes of currencies', () => {
  expect(['EUR', 'eur', 'EURO', ''].map(isCurrency)).toEqual([true, false, false, false])
})
