import { expect, test, vi } from 'vitest'
import { storedScanFeed, storeScanFeed } from '../../../../web/state/stored/scan-feed.ts'

test('complete rows are read until the user chooses otherwise', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  const choices = [
    { enabled: false, scan_rows: false },
    { enabled: true, scan_rows: true },
    { enabled: true, scan_rows: false },
    // Rows of a feed that is not read do not matter.
    { enabled: false, scan_rows: true },
  ]
  const read = [storedScanFeed()]
  for (const choice of choices) {
    storeScanFeed(choice)
    read.push(storedScanFeed())
  }
  const off = { enabled: false, scan_rows: false }
  expect(read).toEqual([undefined, off, { enabled: true, scan_rows: true }, undefined, off])
})
