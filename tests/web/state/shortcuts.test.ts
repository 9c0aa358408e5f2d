import { beforeEach, describe, expect, test } from 'vitest'

const stored = new Map<string, string>()
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  },
})
const { shortcuts } = await import('../../../web/state/shortcuts.svelte.ts')

let nowMs = 0
beforeEach(() => {
  shortcuts.choose(true)
  // Later than any first key.
  nowMs += 10_000
})

const press = (key: string, held: Partial<KeyboardEvent> = {}, isTyping = false) => {
  const up = { ctrlKey: false, metaKey: false, altKey: false, code: '' }
  return shortcuts.read({ ...up, key, ...held }, isTyping, nowMs)
}

describe('Ctrl-K and Cmd-K', () => {
  test.each([
    [{ ctrlKey: true }, 'k'],
    [{ metaKey: true }, 'k'],
    [{ ctrlKey: true }, 'K'],
    [{ ctrlKey: true, code: 'KeyK' }, 'л'],
  ])('search, also while typing and without single keys: %j %s', (held, key) => {
    expect(press(key, held)).toBe('search')
    shortcuts.choose(false)
    expect(press(key, held, true)).toBe('search')
  })

  test.each([
    [{ ctrlKey: true, altKey: true }, 'k'],
    [{ ctrlKey: true, metaKey: true }, 'k'],
    [{ ctrlKey: true, code: 'KeyK' }, 't'],
    [{ ctrlKey: true }, '?'],
    [{}, 'k'],
  ])('are not %j %s', (held, key) => {
    expect(press(key, held)).toBeUndefined()
  })
})

describe('single keys', () => {
  test('open the search and the list of keys', () => {
    expect(press('/')).toBe('search')
    expect(press('?')).toBe('help')
  })

  test('go to a view after “g”', () => {
    expect(press('g')).toBeUndefined()
    expect(press('h')).toBe('history')
    expect(press('h')).toBeUndefined()
    press('g')
    nowMs += 2_000
    expect(press('h'), 'too late').toBeUndefined()
    press('g')
    expect(press('x')).toBeUndefined()
    expect(press('h'), 'another key came between').toBeUndefined()
  })

  test.each(['/', '?', 'g'])('do nothing while typing: %s', (key) => {
    expect(press(key, {}, true)).toBeUndefined()
    expect(press('h')).toBeUndefined()
  })

  test('do nothing when they are switched off, also after a reload', () => {
    shortcuts.choose(false)
    expect(stored.get('nightjar.shortcuts')).toBe('off')
    expect(press('?')).toBeUndefined()
    press('g')
    expect(press('h')).toBeUndefined()
    shortcuts.choose(true)
    expect(stored.has('nightjar.shortcuts')).toBe(false)
    expect(press('?')).toBe('help')
  })
})
