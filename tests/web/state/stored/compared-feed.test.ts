import { expect, test, vi } from 'vitest'
import {
  storedComparedFeed,
  storeComparedFeed,
} from '../../../../web/state/stored/compared-feed.ts'

test('no second server is compared until the user chooses one', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  const read = [storedComparedFeed()]
  for (const address of ['https://second.example', '', 'javascript:alert()']) {
    storeComparedFeed(address)
    read.push(storedComparedFeed())
  }
  expect(read).toEqual(['', 'https://second.example', '', ''])
})
