import { describe, expect, test } from 'vitest'
import { RpcError } from '#protocol/errors.ts'
import { Categories } from '../../../../web/state/history/categories.svelte.ts'

/** A wallet's attributes. */
function open(stored?: string) {
  const attributes = new Map<string, string>()
  if (stored !== undefined) attributes.set('nightjar.categories', stored)
  const categories = new Categories({
    async get_attribute({ key }) {
      const value = attributes.get(key ?? '')
      if (value === undefined) throw new RpcError('ATTRIBUTE_NOT_FOUND', 'Attribute not found.')
      return { value }
    },
    async set_attribute({ key, value }) {
      attributes.set(key ?? '', value ?? '')
      return {}
    },
  })
  return { attributes, categories, stored: () => attributes.get('nightjar.categories') }
}

describe('categories', () => {
  test('are empty in a new wallet', async () => {
    const { categories } = open()
    expect(categories.isLoaded).toBe(false)
    await categories.load()
    expect(categories.isLoaded).toBe(true)
    expect(categories.of('a')).toBe('')
    expect(categories.names).toEqual([])
  })

  test('are stored in the wallet, and read again', async () => {
    const { categories, stored } = open()
    await categories.set('a', ' Rent ')
    await categories.set('b', 'Food')
    expect(stored()).toBe('{"a":"Rent","b":"Food"}')
    const other = open(stored())
    await other.categories.load()
    expect(other.categories.of('a')).toBe('Rent')
    expect(other.categories.names).toEqual(['Food', 'Rent'])
  })

  test('change at the same time without a loss', async () => {
    const { categories, stored } = open()
    await Promise.all([categories.set('a', 'Rent'), categories.set('b', 'Food')])
    expect(stored()).toBe('{"a":"Rent","b":"Food"}')
  })

  test('are removed by an empty name', async () => {
    const { categories, stored } = open('{"a":"Rent"}')
    await categories.set('a', ' ')
    expect(stored()).toBe('{}')
    expect(categories.names).toEqual([])
  })

  test.each(['not json', '[]', 'null', '{"a":1}'])(
    'error: %s is not overwritten',
    async (unreadable) => {
      const { categories, stored } = open(unreadable)
      await expect(categories.load()).rejects.toThrow('not readable')
      await expect(categories.set('a', 'Rent')).rejects.toThrow('not readable')
      expect(categories.isLoaded).toBe(false)
      expect(stored()).toBe(unreadable)
    },
  )
})
