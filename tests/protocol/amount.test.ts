import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatAmount, parseAmount } from '#protocol/amount.ts'
import { max64 } from '#protocol/fields.ts'
import { count, seed } from '../support/random/case-counts.ts'

describe('parseAmount', () => {
  test.each([
    ['0', 0n],
    ['1', 1_000_000_000_000n],
    ['1.', 1_000_000_000_000n],
    ['.5', 500_000_000_000n],
    ['0.000000000001', 1n],
    ['00001.5', 1_500_000_000_000n],
    [' \t1.5\n', 1_500_000_000_000n],
    ['1.5000000000000000', 1_500_000_000_000n],
    ['18446744.073709551615', max64],
    [`${'0'.repeat(1000)}2`, 2_000_000_000_000n],
  ])('%j is %s piconero', (text, piconero) => {
    expect(parseAmount(text)).toBe(piconero)
  })

  test.each([
    ['nothing', ''],
    ['white space', ' '],
    ['a point alone', '.'],
    ['a sign', '-1'],
    ['a plus', '+1'],
    ['an exponent', '1e3'],
    ['a comma', '1,5'],
    ['grouping', '1 000'],
    ['two points', '1.2.3'],
    ['hex digits', '0x10'],
    ['letters', 'one'],
    ['a thirteenth decimal', '0.0000000000001'],
    ['2^64 piconero', '18446744.073709551616'],
    ['far too much', '1'.repeat(100_000)],
    ['another script’s digits', '٣'],
    ['white space of another kind', '\u00a01'],
    ['much white space inside', `1${' '.repeat(1_000_000)}1`],
    ['many zeros before a last digit', `1.${'0'.repeat(1_000_000)}1`],
  ])('error: %s', (_, text) => {
    expect(parseAmount(text)).toBe(undefined)
  })
})

describe('formatAmount', () => {
  test.each([
    [0n, {}, '0.000000000000'],
    [1n, {}, '0.000000000001'],
    [max64, {}, '18446744.073709551615'],
    [-1_500_000_000_000n, {}, '-1.500000000000'],
    [0n, { short: true }, '0'],
    [1_500_000_000_000n, { short: true }, '1.5'],
    [max64, { group: ' ' }, '18 446 744.073 709 551 615'],
    [1_000_100_000_000_000n, { group: '\u202f', short: true }, '1\u202f000.1'],
    [1_000_000_100_000n, { group: ' ', short: true }, '1.000 000 1'],
    [1_000_000_000_000_000n, { group: '$&' }, '1$&000.000$&000$&000$&000'],
  ])('%s %j is %j', (piconero, style, text) => {
    expect(formatAmount(piconero, style)).toBe(text)
  })

  test('a written value is parsed again', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, max64), fc.boolean(), (piconero, short) => {
        expect(parseAmount(formatAmount(piconero, { short }))).toBe(piconero)
      }),
      { numRuns: count(500, 50_000), seed: seed() },
    )
  })
})
