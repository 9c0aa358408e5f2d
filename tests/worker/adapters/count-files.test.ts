import { describe, expect, test } from 'vitest'
import { blocksPerFile } from '#protocol/daemon/output-counts.ts'
import { countFiles } from '../../../worker/adapters/count-files.ts'

const file = Uint8Array.of(0, 1, 2, 3)

/** Requests a file from a proxy that answers as given. */
async function requested(answer: () => Response | Promise<Response>, isFresh = false) {
  const asked: [string, RequestInit][] = []
  const files = countFiles('/node/x', new AbortController().signal, async (url, init) => {
    asked.push([url, init as RequestInit])
    return answer()
  })
  return { bytes: await files(65_536, isFresh), asked }
}

describe('countFiles', () => {
  test.each([
    [false, 'default'],
    [true, 'reload'],
  ])('requests a file, fresh: %s', async (isFresh, cache) => {
    const { bytes, asked } = await requested(() => new Response(file), isFresh)
    expect(bytes).toEqual(file)
    expect(asked).toMatchObject([
      ['/node/x/output-counts/v1/65536', { cache, credentials: 'omit', redirect: 'error' }],
    ])
    expect(asked[0]![1]).not.toHaveProperty('method')
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
    const files = countFiles('', ended.signal, (_, { signal }) => {
      return new Promise((_, reject) =>
        signal!.addEventListener('abort', () => reject(signal!.reason as Error)),
      )
    })
    const bytes = files(0, false)
    ended.abort()
    expect(await bytes).toBeUndefined()
  })
})
