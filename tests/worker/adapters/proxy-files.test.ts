import { describe, expect, test, vi } from 'vitest'
import { blocksPerFile } from '#protocol/daemon/output-counts.ts'
import { proxyFiles, type ProxyFiles } from '../../../worker/adapters/proxy-files.ts'

const file = Uint8Array.of(0, 1, 2, 3)

/** Requests a file from a proxy that answers as given. */
async function requested(
  answer: () => Response | Promise<Response>,
  read = (files: ProxyFiles) => files.outputCountFile(65_536, false),
) {
  const asked: [string, RequestInit][] = []
  const files = proxyFiles('/node/x', new AbortController().signal, async (url, init) => {
    asked.push([url, init as RequestInit])
    return answer()
  })
  return { bytes: await read(files), asked }
}

describe('files of a proxy', () => {
  test.each([
    [false, 'default'],
    [true, 'reload'],
  ])('requests a file, fresh: %s', async (isFresh, cache) => {
    const { bytes, asked } = await requested(
      () => new Response(file),
      (files) => files.outputCountFile(65_536, isFresh),
    )
    expect(bytes).toEqual(file)
    expect(asked).toMatchObject([
      ['/node/x/output-counts/v1/65536', { cache, credentials: 'omit', redirect: 'error' }],
    ])
    expect(asked[0]![1]).not.toHaveProperty('method')
  })

  test('requests a file of the scan feed by its name', async () => {
    const { bytes, asked } = await requested(
      () => new Response(file),
      (files) => files.feedFile('index.json', true),
    )
    expect(bytes).toEqual(file)
    expect(asked).toMatchObject([['/node/x/feed/v1/index.json', { cache: 'reload' }]])
  })

  describe('in part', () => {
    const part = { offset: 1, length: 2 }
    const partOf = (answer: () => Response) =>
      requested(answer, (files) => files.feedFile('members/0-ab', false, part))
    const answered = (bytes: Uint8Array<ArrayBuffer>, range: string) => () =>
      new Response(bytes, { status: 206, headers: { 'content-range': range } })

    test('are requested by their bytes', async () => {
      const { bytes, asked } = await partOf(answered(file.slice(1, 3), 'bytes 1-2/4'))
      expect(bytes).toEqual(Uint8Array.of(1, 2))
      expect(asked).toMatchObject([
        ['/node/x/feed/v1/members/0-ab', { headers: { range: 'bytes=1-2' } }],
      ])
    })

    test('are cut from the whole file of a server that ignores that, whose rest is not read', async () => {
      let isCancelled = false
      const pieces = [[0], [1, 2, 3], [4, 5]].map((each) => Uint8Array.from(each))
      const stream = new ReadableStream({
        pull: (writer) => writer.enqueue(pieces.shift()!),
        cancel: () => void (isCancelled = true),
      })
      expect((await partOf(() => new Response(stream))).bytes).toEqual(Uint8Array.of(1, 2))
      await vi.waitFor(() => expect(isCancelled).toBe(true))
    })

    test.each<[string, () => Response]>([
      ['another part comes', answered(file.slice(0, 2), 'bytes 0-1/4')],
      ['a part comes without its place', () => new Response(file, { status: 206 })],
      ['the file ends before', () => new Response(file.slice(0, 2))],
      ['the server refuses it', () => new Response(null, { status: 416 })],
    ])('error: are undefined where %s', async (_, answer) => {
      expect((await partOf(answer)).bytes).toBeUndefined()
    })
  })

  test.each<[string, () => Response | Promise<Response>]>([
    ['there is none', () => new Response('Not found', { status: 404 })],
    ['the proxy is away', () => Promise.reject(new TypeError('fetch failed'))],
    ['it is longer than any file', () => new Response(new Uint8Array(3 * blocksPerFile + 9))],
  ])('is undefined where %s', async (_, answer) => {
    expect((await requested(answer)).bytes).toBeUndefined()
  })

  test('is undefined after the connection has ended', async () => {
    const ended = new AbortController()
    const files = proxyFiles('', ended.signal, (_, { signal }) => {
      return new Promise((_, reject) =>
        signal!.addEventListener('abort', () => reject(signal!.reason as Error)),
      )
    })
    const bytes = files.outputCountFile(0, false)
    ended.abort()
    expect(await bytes).toBeUndefined()
  })
})

describe('events of a proxy', () => {
  const events = (answer: () => Response | Promise<Response>, ended = new AbortController()) => {
    const asked: [string, unknown][] = []
    const files = proxyFiles('/node/x', ended.signal, async (url, init) => {
      asked.push([url, init])
      return answer()
    })
    return { opened: files.eventsArriving(), asked }
  }

  test('arrive piece by piece, and end with the reader', async () => {
    let isCancelled = false
    const stream = new ReadableStream({
      start: (writer) => writer.enqueue(Uint8Array.of(1, 2)),
      cancel: () => void (isCancelled = true),
    })
    const { opened, asked } = events(() => new Response(stream))
    const body = (await opened)!
    expect(asked).toMatchObject([['/node/x/feed/v1/events', { cache: 'no-store' }]])
    expect(await body.read()).toEqual(Uint8Array.of(1, 2))
    body.cancel()
    await vi.waitFor(() => expect(isCancelled).toBe(true))
  })

  test.each([204, 404])('are undefined where the proxy answers %d', async (status) => {
    expect(await events(() => new Response(null, { status })).opened).toBeUndefined()
  })

  test('error: a proxy that is away or fails', async () => {
    const failing = events(() => new Response('no', { status: 502 }))
    await expect(failing.opened).rejects.toThrow('the light node answered HTTP 502')
    const away = events(() => Promise.reject(new TypeError('fetch failed')))
    await expect(away.opened).rejects.toThrow('the light node was not reached')
  })
})
