import { describe, expect, test } from 'vitest'
import { languages } from '../../../protocol/mnemonic/languages.ts'
import list from '../../../web/languages/list.json'
import { chosenLanguage, seedLanguageOf } from '../../../web/languages/choice.ts'

describe('the language of the page', () => {
  test.each([
    [['de-AT', 'en'], 'de', 'de-AT'],
    [['fi', 'de', 'en'], 'de', 'de'],
    [['DE-ch'], 'de', 'DE-ch'],
    [['en-GB', 'de'], 'en', 'en-GB'],
    [['fi'], 'en', 'en'],
    [[], 'en', 'en'],
  ])('with a browser in %j it is %s, written as in %s', (wanted, code, tag) => {
    expect(chosenLanguage('system', wanted)).toEqual({ code, tag, dir: 'ltr' })
  })

  test('its digits are those of amounts and heights', () => {
    const arabic = { code: 'ar', dir: 'rtl' }
    expect(chosenLanguage('system', ['ar-EG'])).toEqual({ ...arabic, tag: 'ar-EG-u-nu-latn' })
    expect(chosenLanguage('ar', ['en'])).toEqual({ ...arabic, tag: 'ar' })
    const { tag } = chosenLanguage('system', ['ar-EG'])
    expect(new Intl.NumberFormat(tag).format(12)).toBe('12')
  })

  test('no other language has digits of its own, in any region', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const regions = letters.flatMap((first) => letters.map((second) => first + second))
    for (const { code } of list.filter((language) => language.code !== 'ar'))
      for (const region of regions)
        expect(new Intl.NumberFormat(`${code}-${region}`).resolvedOptions().numberingSystem).toBe(
          'latn',
        )
    const { tag } = chosenLanguage('system', ['en-u-nu-arab'])
    expect(new Intl.NumberFormat(tag).format(12)).toBe('12')
  })

  test('a new seed has the words of the language, where Monero has them', () => {
    expect(list.map(({ code }) => [code, seedLanguageOf(code)])).toEqual([
      ['en', 'English'],
      ['de', 'German'],
      ['es', 'Spanish'],
      ['fr', 'French'],
      ['pt', 'Portuguese'],
      ['ru', 'Russian'],
      ['zh', 'Chinese (simplified)'],
      ['ja', 'Japanese'],
      ['ar', 'English'],
    ])
    const known = languages.map(({ englishName }) => englishName)
    for (const { seed } of list) expect(known).toContain(seed)
    expect(seedLanguageOf('fi')).toBe('English')
  })

  test('a choice counts more than the browser', () => {
    expect(chosenLanguage('de', ['en-US'])).toEqual({ code: 'de', tag: 'de', dir: 'ltr' })
    expect(chosenLanguage('en', ['de', 'en-IE'])).toEqual({ code: 'en', tag: 'en-IE', dir: 'ltr' })
  })
})
