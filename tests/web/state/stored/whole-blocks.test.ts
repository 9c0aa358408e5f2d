import { beforeEach, expect, test, vi } from 'vitest'
import { storeWholeBlocks, wantsWholeBlocks } from '../../../../web/state/stored/whole-blocks.ts'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
})
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('navigator', {})
})

test.each([
  [undefined, true],
  [{}, true],
  [{ type: 'wifi', saveData: false }, true],
  [{ saveData: true }, false],
  [{ type: 'cellular' }, false],
])('without a choice, whole blocks with the connection %j are %j', (connection, isOn) => {
  vi.stubGlobal('navigator', { connection })
  expect(wantsWholeBlocks()).toBe(isOn)
})

test.each([true, false])('the choice %j is stored and overrides the connection', (enabled) => {
  vi.stubGlobal('navigator', { connection: { saveData: enabled } })
  storeWholeBlocks(enabled)
  expect(wantsWholeBlocks()).toBe(enabled)
})
