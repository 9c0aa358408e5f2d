import { describe, expect, test } from 'vitest'
import { downloadFrom, originOf } from '../../../server/verify/download.ts'
import { freePort } from '../../support/network/free-port.ts'
import { pageServer } from '../../support/network/page-server.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

describe('a download', () => {
  test('has at most the given number of bytes', async () => {
    const { url } = await pageServer(new Map([['sw.js', bytesOf('12345')]]))
    const download = downloadFrom(url)
    expect((await download('sw.js', 5)).bytes).toEqual(bytesOf('12345'))
    expect((await download('sw.js', 4)).bytes).toBeUndefined()
  })

  test('of an endless file ends', async () => {
    const server = await pageServer(new Map())
    let sent = 0
    server.replace(() => {
      const pull = (stream: ReadableStreamDefaultController<Uint8Array>) => {
        sent += 65_536
        stream.enqueue(new Uint8Array(65_536))
      }
      return new Response(new ReadableStream({ pull }))
    })
    expect((await downloadFrom(server.url)('sw.js', 100_000)).bytes).toBeUndefined()
    expect(sent).toBeLessThan(100 * 65_536)
  })

  test('follows a redirect inside the origin', async () => {
    const server = await pageServer(new Map([['index.html', bytesOf('page')]]))
    server.replace(({ url }) =>
      url.endsWith('/index.html')
        ? new Response(null, { status: 308, headers: { location: '/' } })
        : undefined,
    )
    expect((await downloadFrom(server.url)('index.html', 4)).bytes).toEqual(bytesOf('page'))
  })

  test('error: a redirect to another origin', async () => {
    const [from, to] = [await pageServer(new Map()), await pageServer(new Map())]
    from.replace(() => Response.redirect(`${to.url}/sw.js`))
    await expect(downloadFrom(from.url)('sw.js', 4)).rejects.toThrow(
      `${from.url}/sw.js: expected an answer of ${from.url}, got a redirect to ${to.url}/sw.js`,
    )
  })

  test('error: a server that cannot be reached', async () => {
    const port = await freePort()
    await expect(downloadFrom(`http://127.0.0.1:${port}`)('sw.js', 4)).rejects.toThrow(
      `http://127.0.0.1:${port}/sw.js: connect ECONNREFUSED 127.0.0.1:${port}`,
    )
  })
})

test.each([
  ['https://example.org', 'https://example.org'],
  ['https://example.org/', 'https://example.org'],
  ['http://127.0.0.1:8340/#/settings', 'http://127.0.0.1:8340'],
])('%s is a page of %s', (address, origin) => {
  expect(originOf(address)).toBe(origin)
})
