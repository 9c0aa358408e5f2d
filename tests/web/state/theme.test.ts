import { expect, test } from 'vitest'

const stored = new Map<string, string>([['nightjar.theme', 'no theme']])
const dataset: { theme?: string } = {}
Object.assign(globalThis, {
  document: { documentElement: { dataset } },
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  },
})
const { theme } = await import('../../../web/state/theme.svelte.ts')

test('an unknown stored theme is ignored', () => {
  theme.apply()
  expect([theme.choice, dataset]).toEqual(['system', {}])
})

test('a theme is applied and stored, and the system theme removes it', () => {
  theme.choose('dark')
  expect([dataset.theme, stored.get('nightjar.theme')]).toEqual(['dark', 'dark'])
  theme.choose('system')
  expect([dataset, stored.size]).toEqual([{}, 0])
})
