import { describe, expect, test } from 'vitest'
import { feedPath } from '#protocol/feed/feed-index.ts'
import {
  defaultBudget,
  StoredFeedCache,
  type FeedCacheParts,
} from '../../../worker/adapters/feed-cache.ts'

const nameAt = (height: number, folder = 'complete', digit = 'a') =>
  `${folder}/${height}-${digit.repeat(64)}`
const bytesOf = (length: number) => new Uint8Array(length).fill(7)

/** Cache Storage in memory, with absolute URLs as a browser answers them. */
function storage() {
  const stored = new Map<string, Uint8Array>()
  const absolute = (url: string) => new URL(url, 'https://wallet.example').href
  const logged: string[] = []
  const files = {
    keys: async () => [...stored.keys()].map((url) => ({ url })),
    match: async (url: string) => {
      const bytes = stored.get(absolute(url))
      return bytes && new Response(new Uint8Array(bytes))
    },
    put: async (url: string, response: Response) =>
      void stored.set(absolute(url), new Uint8Array(await response.arrayBuffer())),
    delete: async (url: string) => stored.delete(absolute(url)),
  }
  const open = (parts: Partial<FeedCacheParts> = {}) =>
    new StoredFeedCache({
      open: async () => files,
      estimate: async () => ({ usage: 0, quota: 1e12 }),
      log: (level, message) => void logged.push(`${level}: ${message}`),
      ...parts,
    })
  /** Heights of the stored files. */
  const heights = () =>
    [...stored.keys()]
      .map((url) => Number(/(\d+)-/.exec(url.slice(url.indexOf(feedPath)))![1]))
      .sort((a, b) => a - b)
  return { open, files, stored, heights, logged }
}

describe('the cache of scan feeds', () => {
  test('reads what it keeps, also after the page was loaded again', async () => {
    const { open } = storage()
    const cache = open()
    expect(cache.budget).toBe(defaultBudget)
    expect(await cache.read(nameAt(0))).toBeUndefined()
    await cache.keep(nameAt(0), bytesOf(100))
    await cache.keep(nameAt(0, 'lists'), bytesOf(20))
    expect(await cache.read(nameAt(0))).toEqual(bytesOf(100))
    const again = open()
    expect(await again.read(nameAt(0))).toEqual(bytesOf(100))
    expect(await again.read(nameAt(0, 'lists'))).toEqual(bytesOf(20))
    expect(await again.read(nameAt(0, 'complete', 'b'))).toBeUndefined()
    expect(await again.measure()).toEqual({ files: 2, bytes: 120 })
  })

  test('takes its copy at once: the bytes then move to another thread', async () => {
    const { open, logged } = storage()
    const cache = open()
    const bytes = bytesOf(100)
    const kept = cache.keep(nameAt(0), bytes)
    structuredClone(bytes, { transfer: [bytes.buffer] })
    expect(bytes.length).toBe(0)
    await kept
    expect(logged).toEqual([])
    expect(await cache.read(nameAt(0))).toEqual(bytesOf(100))
    expect(await cache.measure()).toEqual({ files: 1, bytes: 100 })
  })

  test('keeps the highest blocks within its budget, however they arrive', async () => {
    const { open, heights } = storage()
    const cache = open()
    await cache.setBudget(350)
    await Promise.all([512, 0, 1024, 1536].map((at) => cache.keep(nameAt(at), bytesOf(100))))
    expect(heights()).toEqual([512, 1024, 1536])
    await cache.keep(nameAt(0), bytesOf(100))
    expect(heights()).toEqual([512, 1024, 1536])
    await cache.keep(nameAt(2048), bytesOf(350))
    expect(heights()).toEqual([2048])
    await cache.keep(nameAt(2560), bytesOf(351))
    expect(heights()).toEqual([2048])
  })

  test('replaces a file of the same height, but no list for a chunk', async () => {
    const { open, heights, stored } = storage()
    const cache = open()
    await cache.setBudget(100)
    await cache.keep(nameAt(0, 'complete', 'b'), bytesOf(60))
    await cache.keep(nameAt(0), bytesOf(60))
    expect(await cache.read(nameAt(0))).toEqual(bytesOf(60))
    expect(stored.size).toBe(1)
    await cache.keep(nameAt(0, 'lists'), bytesOf(60))
    await cache.keep(nameAt(512), bytesOf(60))
    expect(heights()).toEqual([0])
    expect(await cache.read(nameAt(0, 'lists'))).toEqual(bytesOf(60))
  })

  test('a smaller budget removes files, and 0 removes all', async () => {
    const { open, heights } = storage()
    const cache = open()
    for (const at of [0, 512, 1024]) await cache.keep(nameAt(at), bytesOf(100))
    await cache.keep(nameAt(0, 'lists'), bytesOf(100))
    await cache.setBudget(250)
    expect(heights()).toEqual([0, 1024])
    await cache.setBudget(0)
    expect(await cache.measure()).toEqual({ files: 0, bytes: 0 })
    await cache.keep(nameAt(0), bytesOf(100))
    expect(heights()).toEqual([])
  })

  test('leaves half of the free space to wallets', async () => {
    const { open, heights } = storage()
    let usage = 0
    const cache = open({ estimate: async () => ({ usage, quota: 400 }) })
    for (const at of [0, 512, 1024]) {
      await cache.keep(nameAt(at), bytesOf(100))
      usage += 100
    }
    // 300 of 400 are used: 100 are free, of which 50 may be used.
    await cache.keep(nameAt(1536), bytesOf(100))
    expect(heights()).toEqual([512, 1024, 1536])
  })

  test('error: storage that fails costs a request, and the next attempt opens it again', async () => {
    const { open, files, logged } = storage()
    let isBroken = true
    const cache = open({
      open: async () => {
        if (isBroken) throw new Error('not allowed here')
        return files
      },
    })
    expect(await cache.read(nameAt(0))).toBeUndefined()
    await cache.keep(nameAt(0), bytesOf(10))
    expect(await cache.measure()).toBeUndefined()
    // The page sets it when it starts, which must not fail for it.
    await cache.setBudget(5)
    expect(cache.budget).toBe(5)
    expect(logged).toEqual(
      new Array<string>(4).fill('info: the cache of the scan feed failed: not allowed here'),
    )
    isBroken = false
    await cache.setBudget(5000)
    await cache.keep(nameAt(0), bytesOf(10))
    expect(await cache.read(nameAt(0))).toEqual(bytesOf(10))
  })
})
