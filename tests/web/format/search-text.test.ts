import { expect, test } from 'vitest'
import { containsWords, foldText, itemSearch, wordsOf } from '../../../web/format/search-text.ts'

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

test('items are searched by a text that is made once, when it is first needed', () => {
  const made: string[] = []
  const searched = itemSearch(({ name }: { name: string }) => {
    made.push(name)
    return name
  })
  const items = [{ name: 'Café' }, { name: 'Rent' }]
  const find = (query: string) => items.filter(searched(query)).map(({ name }) => name)
  expect(find(' ')).toEqual(['Café', 'Rent'])
  expect(made).toEqual([])
  expect(find('CAFE')).toEqual(['Café'])
  expect(find('e')).toEqual(['Café', 'Rent'])
  expect(find('e n')).toEqual(['Rent'])
  expect(made).toEqual(['Café', 'Rent'])
})
