import { expect, test } from 'vitest'
import { loadLanguage } from '#protocol/mnemonic/languages.ts'

test('typed prefixes are completed to words', async () => {
  const list = await loadLanguage('German')
  expect(list.startingWith('abl')).toStrictEqual(['Ablauf', 'ablecken', 'Ablösung'])
  expect(list.startingWith('ABLO\u0308')).toStrictEqual(['Ablösung'])
  expect(list.startingWith('', 3)).toStrictEqual(['Abakus', 'Abart', 'abbilden'])
})
