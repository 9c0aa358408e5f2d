import { expect, test } from 'vitest'
import { containsWords, foldText, wordsOf } from '../../../web/format/search-text.ts'

test.each([
  ['Cafe\u0301 ÉTÉ', 'cafe ete'],
  ['Ｎｏｄｅ', 'node'],
  ['Größe', 'große'],
  ['ЁЛКА', 'елка'],
  ['パスワード', 'ハスワート'],
])('%s is searched as %s', (text, folded) => {
  expect(foldText(text)).toBe(folded.normalize('NFKD').replace(/\p{Mn}/gu, ''))
})

test('the words of a query are separated by any space', () => {
  expect(wordsOf('  Lock\u3000AFTER\n')).toEqual(['lock', 'after'])
  expect(wordsOf(' ')).toEqual([])
})

test.each([
  ['', true],
  ['inactivity lock', true],
  ['MINUTES', true],
  ['lock never', false],
])('“Lock after 10 minutes of inactivity” contains “%s”: %s', (query, isFound) => {
  expect(containsWords('Lock after 10 minutes of inactivity', query)).toBe(isFound)
})
