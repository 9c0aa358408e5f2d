import { describe, expect, test } from 'vitest'
import { itemSearch } from '../../../../web/format/search-text.ts'
import { LateSearch } from '../../../../web/state/lists/late-search.svelte.ts'

const items = [{ name: 'Café' }, { name: 'Alice' }, { name: 'Alma' }]

function open() {
  const made: string[] = []
  const texts = itemSearch(({ name }: { name: string }) => {
    made.push(name)
    return name
  })
  const search = new LateSearch(
    () => items,
    () => texts,
  )
  const found = () => items.filter(search.isFound).map(({ name }) => name)
  return { search, found, made }
}

describe('a search in a long list', () => {
  test('shows the typed text at once, and what is found when the texts exist', async () => {
    const { search, found } = open()
    const done = search.find('al')
    expect(search.typed).toBe('al')
    expect(found()).toEqual(['Café', 'Alice', 'Alma'])
    await done
    expect(found()).toEqual(['Alice', 'Alma'])
  })

  test('finds what was typed last', async () => {
    const { search, found } = open()
    await Promise.all([search.find('al'), search.find('ali'), search.find('alic')])
    expect(search.typed).toBe('alic')
    expect(found()).toEqual(['Alice'])
    await search.find('')
    expect(found()).toEqual(['Café', 'Alice', 'Alma'])
  })

  test('makes each text once, also before the first letter', async () => {
    const { search, found, made } = open()
    await search.prepare()
    await search.find('cafe')
    expect(found()).toEqual(['Café'])
    expect(made).toEqual(['Café', 'Alice', 'Alma'])
  })
})
