import { beforeEach, describe, expect, test } from 'vitest'

const stored = new Map<string, string>()
const dataset: { [name: string]: string } = {}
const contrastQuery = { matches: false, onchange: () => {} }
Object.assign(globalThis, {
  document: { documentElement: { dataset } },
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  },
  matchMedia: () => ({
    matches: contrastQuery.matches,
    addEventListener: (_: string, listener: () => void) => (contrastQuery.onchange = listener),
  }),
})
const { Appearance } = await import('../../../web/state/appearance.svelte.ts')

const theme = () => new Appearance('theme', ['dark', 'light'], 'system')
const contrast = () =>
  new Appearance('contrast', ['high'], 'system', { value: 'high', query: 'more' })

beforeEach(() => {
  stored.clear()
  for (const name of Object.keys(dataset)) delete dataset[name]
  contrastQuery.matches = false
})

describe('a choice of the appearance', () => {
  test('is shown at once, and stored', () => {
    theme().choose('light')
    expect(dataset).toEqual({ theme: 'light' })
    expect([...stored]).toEqual([['nightjar.theme', 'light']])
  })

  test('is read at the next start', () => {
    stored.set('nightjar.theme', 'dark')
    const read = theme()
    read.start()
    expect([read.choice, dataset]).toEqual(['dark', { theme: 'dark' }])
  })

  test('of the system stores nothing and sets no attribute', () => {
    const chosen = theme()
    chosen.choose('dark')
    chosen.choose('system')
    expect([dataset, stored.size]).toEqual([{}, 0])
  })

  test('error: an unknown stored value counts as none', () => {
    stored.set('nightjar.theme', 'no theme')
    expect(theme().choice).toBe('system')
  })

  test('follows the wish of the system, also when it changes', () => {
    contrast().start()
    expect(dataset).toEqual({})
    contrastQuery.matches = true
    contrastQuery.onchange()
    expect(dataset).toEqual({ contrast: 'high' })
  })

  test('prevails over the wish of the system', () => {
    contrastQuery.matches = true
    stored.set('nightjar.contrast', 'high')
    contrast().start()
    contrastQuery.matches = false
    contrastQuery.onchange()
    expect(dataset).toEqual({ contrast: 'high' })
  })
})
