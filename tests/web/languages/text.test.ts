import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { splitAmount } from '../../../web/format/amount.ts'
import { showSize } from '../../../web/format/size.ts'
import { showMoment, showPace } from '../../../web/format/time.ts'
import { locale, showChoice, showList, showNumber } from '../../../web/languages/locale.svelte.ts'
import { plural, text } from '../../../web/languages/text.ts'

describe('texts without a build', () => {
  test('are the English ones', () => {
    expect(text('Sent')).toBe('Sent')
    expect(plural(1, ['# word', '# words'])).toBe('1 word')
    expect(plural(0n, ['# word', '# words'])).toBe('0 words')
    expect(plural(1, ['One message', '# messages'])).toBe('One message')
  })

  test('take the form that the rule of the language selects', () => {
    const rule = (n: number) => (n === 2 ? 1 : 0)
    expect(plural(2n, ['# a', '# b'], rule)).toBe('2 b')
  })

  test('error: the rule selects a form that is missing', () => {
    expect(() => plural(3, ['# a', '# b'], () => 2)).toThrow('plural: expected a form for 3, got 2')
  })
})

describe('numbers, dates and lists in German', () => {
  beforeEach(() => void (locale.tag = 'de'))
  afterEach(() => void (locale.tag = undefined))

  test('have the separators and names of the language', () => {
    expect(showNumber(1_234_567n)).toBe('1.234.567')
    expect(plural(12_345, ['# word', '# words'])).toBe('12.345 words')
    expect(showSize(2_500_000n)).toBe('about 2,5 MB')
    expect(showPace(7.4)).toBe('7,4 transactions per second')
    expect(showMoment(1_800_000_000n)).toMatch(/^1[45]\.01\.2027, /)
    expect(showChoice(['A', 'B'])).toBe('A oder B')
    expect(showList(['A', 'B', 'C'])).toBe('A, B und C')
  })

  test('amounts keep the point with which they are typed', () => {
    expect(splitAmount(1_234_500_000_000_000n)).toEqual({
      sign: '',
      whole: '1\u202f234',
      fraction: '5000',
    })
  })

  test('change with the language', () => {
    locale.tag = 'en'
    expect(showNumber(1234)).toBe('1,234')
    expect(showChoice(['A', 'B'])).toBe('A or B')
  })
})
