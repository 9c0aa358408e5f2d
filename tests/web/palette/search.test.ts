import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { indexed, search, type Entry } from '../../../web/palette/search.ts'

const entry = (title: string, detail = ''): Entry => ({
  id: title,
  title,
  detail,
  target: { href: '#/' },
})
const index = [
  entry('Receive'),
  entry('Seed words', 'Setting'),
  entry('Password', 'Setting'),
  entry('Lock this wallet'),
  entry('Café Zürich', '8BcD34 Address'),
  entry('Received', 'rent of May, 0123456789abcdef'),
].map(indexed)

const titles = (query: string, most = 10) => search(index, query, most).map(({ title }) => title)

describe('search', () => {
  test.each([
    ['rece', ['Receive', 'Received']],
    ['RECEIVED', ['Received']],
    ['setting', ['Password', 'Seed words']],
    ['words', ['Seed words']],
    ['cafe zurich', ['Café Zürich']],
    ['zurich address', ['Café Zürich']],
    ['8bcd', ['Café Zürich']],
    ['0123', ['Received']],
    ['may rent', ['Received']],
    ['pwd', ['Password']],
    ['lkwt', ['Lock this wallet']],
    ['xyz', []],
    ['receive xyz', []],
  ])('finds “%s”', (query, found) => {
    expect(titles(query)).toEqual(found)
  })

  test('without a query returns the first entries', () => {
    expect(titles(' ', 2)).toEqual(['Receive', 'Seed words'])
  })

  test('returns at most the wanted number', () => {
    expect(titles('e', 3)).toHaveLength(3)
  })

  test('finds every entry by its title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (title) => {
        fc.pre(title.trim() !== '')
        const found = search([...index, indexed(entry(title))], title, 20)
        expect(found.map((one) => one.title)).toContain(title)
      }),
    )
  })
})
