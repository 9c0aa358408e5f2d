import { beforeEach, expect, test } from 'vitest'
import { storedWorkCheck, storeWorkCheck } from '../../../../web/state/stored/work-check.ts'

const stored = new Map<string, string>()
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  },
})
beforeEach(() => stored.clear())

test.each([true, false])('the choice %s is stored', (on) => {
  expect(storedWorkCheck()).toBeUndefined()
  storeWorkCheck(on)
  expect(storedWorkCheck()).toBe(on)
})

test('error: another stored value is ignored', () => {
  stored.set('nightjar.work-check', '1')
  expect(storedWorkCheck()).toBeUndefined()
})
