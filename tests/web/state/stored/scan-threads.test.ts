import { beforeEach, expect, test } from 'vitest'
import { storedThreads, storeThreads } from '../../../../web/state/stored/scan-threads.ts'

const stored = new Map<string, string>()
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  },
})
beforeEach(() => stored.clear())

test('the number of threads is stored', () => {
  expect(storedThreads()).toBeUndefined()
  storeThreads(3)
  expect(storedThreads()).toBe(3)
  storeThreads(undefined)
  expect([storedThreads(), stored.size]).toEqual([undefined, 0])
})

test.each(['0', '9', '1.5', 'x', ''])('error: a stored “%s” is ignored', (value) => {
  stored.set('nightjar.scan-threads', value)
  expect(storedThreads()).toBeUndefined()
})
