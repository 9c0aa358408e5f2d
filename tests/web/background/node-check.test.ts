import { beforeEach, describe, expect, test } from 'vitest'
import { isSince, registerNodeCheck } from '../../../web/background/node-check.ts'
import { storeNode } from '../../../web/trust/chosen-node.ts'

const stored = new Map<string, string>()
/** Tags that the platform knows, and how often it calls them at most. */
const tags = new Map<string, number>()
const platform = { isInstalled: true }

Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  },
})
const periodicSync = {
  async register(tag: string, { minInterval }: { minInterval: number }) {
    if (!platform.isInstalled) throw new DOMException('', 'NotAllowedError')
    tags.set(tag, minInterval)
  },
  unregister: async (tag: string) => void tags.delete(tag),
  getTags: async () => [...tags.keys()],
}
Object.defineProperty(globalThis, 'navigator', {
  value: { serviceWorker: { getRegistration: async () => ({ periodicSync }) } },
})
beforeEach(() => {
  stored.clear()
  tags.clear()
  platform.isInstalled = true
})
const halfDay = 43_200_000

describe('the check of the node', () => {
  test('asks the node in use for its height, twice a day at most', async () => {
    await registerNodeCheck(false)
    expect([...tags]).toEqual([['node-check:/get_height', halfDay]])
    storeNode('http://node.example:18081')
    await registerNodeCheck(false)
    const tag = 'node-check:/node/http%3A%2F%2Fnode.example%3A18081/get_height'
    expect([...tags]).toEqual([[tag, halfDay]])
  })

  test('ends when a wallet is opened that is kept offline; other tags stay', async () => {
    tags.set('another', 1)
    await registerNodeCheck(false)
    await registerNodeCheck(true)
    expect([...tags.keys()]).toEqual(['another'])
  })

  test('error: a page that is not installed may not register', async () => {
    platform.isInstalled = false
    await registerNodeCheck(false)
    expect([...tags]).toEqual([])
  })

  test('is shown after the last scan, also in the same second', () => {
    const check = { seconds: 1_700_000_000, reachable: true }
    expect(isSince(check, undefined)).toBe(true)
    expect(isSince(check, 1_699_999_999)).toBe(true)
    expect(isSince(check, 1_700_000_000)).toBe(true)
    expect(isSince(check, 1_700_000_001)).toBe(false)
  })
})
