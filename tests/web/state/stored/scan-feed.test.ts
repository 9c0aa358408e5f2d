import { expect, test, vi } from 'vitest'
import { storeScanFeed, wantsScanFeed } from '../../../../web/state/stored/scan-feed.ts'

test('the scan feed is used until the user switches it off', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  const read = [wantsScanFeed()]
  for (const enabled of [false, true]) {
    storeScanFeed(enabled)
    read.push(wantsScanFeed())
  }
  expect(read).toEqual([true, false, true])
})
