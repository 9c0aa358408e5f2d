import { describe, expect, test } from 'vitest'
import { allPolyseedLists, loadPolyseedList } from '#protocol/mnemonic/polyseed-lists.ts'

describe('the word lists of 16-word seeds', () => {
  test('find each of their words in its listed spelling', async () => {
    for await (const list of allPolyseedLists())
      for (const index of [0, 1, 1023, 2047]) {
        expect(list.indexOf(list.phrase([index])), list.englishName).toBe(index)
        expect(list.indexOf(list.phrase([index]).normalize('NFD'))).toBe(index)
      }
  })

  test('find a word by its first four letters where the language allows it', async () => {
    const english = (await loadPolyseedList('English'))!
    const whole = english.indexOf('abandon')
    expect(whole).toBe(0)
    expect(english.indexOf('aban')).toBe(whole)
    expect(english.indexOf('ABANDON')).toBe(whole)
    expect(english.indexOf('aba')).toBeUndefined()
    expect(english.indexOf('abanxyz')).toBeUndefined()
  })

  test('are found by the English and the native name of their language', async () => {
    expect(await loadPolyseedList('español')).toBe(await loadPolyseedList('Spanish'))
    expect(await loadPolyseedList('Klingon')).toBeUndefined()
  })

  test('separate Japanese words by ideographic spaces', async () => {
    const japanese = (await loadPolyseedList('Japanese'))!
    expect(japanese.phrase([0, 1])).toContain('\u3000')
  })
})
