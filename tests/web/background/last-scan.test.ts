import { beforeEach, expect, test } from 'vitest'
import { lastScanOf, storeLastScan } from '../../../web/background/last-scan.ts'

const stored = new Map<string, string>()
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  },
})
beforeEach(() => stored.clear())

test('the time of the last scan belongs to its wallet', () => {
  expect(lastScanOf('one')).toBeUndefined()
  storeLastScan({ wallet: 'one', seconds: 1_700_000_000 })
  expect([lastScanOf('one'), lastScanOf('two')]).toEqual([1_700_000_000, undefined])
})

test.each(['x', '{"wallet":"one","seconds":"1"}'])('error: a stored “%s” is ignored', (value) => {
  stored.set('nightjar.last-scan', value)
  expect(lastScanOf('one')).toBeUndefined()
})
