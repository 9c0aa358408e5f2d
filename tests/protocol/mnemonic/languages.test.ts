import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findLanguage, languages, loadLanguage } from '#protocol/mnemonic/languages.ts'

const vectors = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../vectors/mnemonic/${name}`, import.meta.url), 'utf8'))

const { languages: known } = vectors('seeds.json') as {
  languages: { languages: string[]; languages_local: string[] }
  seeds: { language: string; mnemonic: string; spend_key: string }[]
}

test('the languages equal those of get_languages, in the same order', () => {
  expect(languages.map(({ englishName }) => englishName)).toStrictEqual(known.languages)
  expect(languages.map(({ name }) => name)).toStrictEqual(known.languages_local)
  expect(findLanguage('Deutsch')?.englishName).toBe('German')
  expect(findLanguage('German')?.name).toBe('Deutsch')
  expect(findLanguage('EnglishOld')).toBe(undefined)
})

test('error: an unknown language', async () => {
  await expect(loadLanguage('Klingon')).rejects.toThrow(
    'seed language: expected a name of get_languages',
  )
})
