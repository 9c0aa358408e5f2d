import { describe, expect, test } from 'vitest'
import { chosenLanguage } from '../../../web/languages/choice.ts'

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

  test('a choice counts more than the browser', () => {
    expect(chosenLanguage('de', ['en-US'])).toEqual({ code: 'de', tag: 'de', dir: 'ltr' })
    expect(chosenLanguage('en', ['de', 'en-IE'])).toEqual({ code: 'en', tag: 'en-IE', dir: 'ltr' })
  })
})
