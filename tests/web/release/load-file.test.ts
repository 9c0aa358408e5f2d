import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadNewFile, loadOwnFile } from '../../../web/release/load-file.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
type Requested = { url: string; cache: RequestCache | undefined }
const original = globalThis.fetch

/** Answers requests of the page. */
function answer(respond: (url: string, times: number) => Response): Requested[] {
  const requests: Requested[] = []
  globalThis.fetch = async (url, init) => {
    requests.push({ url: String(url), cache: init?.cache })
    return respond(String(url), requests.length)
  }
  return requests
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  globalThis.fetch = original
})

describe('a file of a new version', () => {
  test('is not loaded from the cache of the running one', async () => {
    const requests = answer(() => new Response('new'))
    expect(await loadNewFile('sw.js', 3)).toEqual(bytesOf('new'))
    await loadNewFile('sw.js', 3)
    const [first, second] = requests
    expect(first).toEqual({
      url: expect.stringMatching(/^\/sw\.js\?release=[\w-]{36}$/),
      cache: 'no-store',
    })
    expect(second!.url).not.toBe(first!.url)
  })

  test('with a digest in its name may come from a cache', async () => {
    const requests = answer(() => new Response('new'))
    await loadNewFile('assets/index-3f9c.js', 3)
    expect(requests).toEqual([{ url: '/assets/index-3f9c.js', cache: 'default' }])
  })

  test('is requested again while the server restarts', async () => {
    const requests = answer((_, times) => {
      if (times < 3) throw new TypeError('Failed to fetch')
      return new Response('new')
    })
    const loading = loadNewFile('sw.js', 3)
    await vi.runAllTimersAsync()
    expect([await loading, requests.length]).toEqual([bytesOf('new'), 3])
  })

  test('error: the server stays unreachable', async () => {
    const requests = answer(() => {
      throw new TypeError('Failed to fetch')
    })
    const loading = expect(loadNewFile('sw.js', 3)).rejects.toThrow('Failed to fetch')
    await vi.runAllTimersAsync()
    await loading
    expect(requests).toHaveLength(3)
  })
})

describe('a file', () => {
  test('that the server does not have is undefined', async () => {
    const requests = answer(() => new Response('not found', { status: 404 }))
    expect(await loadNewFile('release.json', 100)).toBeUndefined()
    expect(await loadOwnFile('release.json', 100)).toBeUndefined()
    expect(requests).toHaveLength(2)
  })

  test('that is too long is undefined, and is not read to its end', async () => {
    let sent = 0
    answer(() => {
      const pull = (stream: ReadableStreamDefaultController<Uint8Array>) => {
        sent++
        stream.enqueue(new Uint8Array(1000))
      }
      return new Response(new ReadableStream({ pull }))
    })
    expect(await loadOwnFile('sw.js', 2500)).toBeUndefined()
    expect(sent).toBeLessThan(10)
  })

  test('of the own page is undefined without a connection', async () => {
    answer(() => {
      throw new TypeError('Failed to fetch')
    })
    expect(await loadOwnFile('index.html', 3)).toBeUndefined()
  })

  test('of the own page is loaded as the page loads it', async () => {
    const requests = answer(() => new Response('own'))
    expect(await loadOwnFile('index.html', 3)).toEqual(bytesOf('own'))
    expect(requests).toEqual([{ url: '/index.html', cache: undefined }])
  })
})
