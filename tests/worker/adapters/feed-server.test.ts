import { describe, expect, test } from 'vitest'
import { feedServer } from '../../../worker/adapters/feed-server.ts'

const address = 'https://second.example/static'

describe('a second server', () => {
  test('is asked for files of its feed, without cookies or a login', async () => {
    const asked: [string, RequestInit][] = []
    const server = feedServer(address, 'https://page.example', async (url, init) => {
      asked.push([url, init as RequestInit])
      return new Response(Uint8Array.of(1))
    })
    expect(server.name).toBe(address)
    expect(await server.file('index.json')).toEqual(Uint8Array.of(1))
    expect(asked).toMatchObject([
      [`${address}/feed/v1/index.json`, { credentials: 'omit', redirect: 'error' }],
    ])
    expect(asked[0]![1].signal).toBeInstanceOf(AbortSignal)
  })

  test('sends nothing that is longer than an index or a list', async () => {
    const server = feedServer(address, '', async () => new Response(new Uint8Array(512 * 1024 + 1)))
    expect(await server.file('index.json')).toBeUndefined()
  })

  test('error: it is not reached', async () => {
    const server = feedServer(address, '', () => Promise.reject(new TypeError('blocked')))
    expect(await server.file('index.json')).toBeUndefined()
  })

  test.each([
    ['https://one.example', 'https://page.example', '', false],
    ['https://page.example', 'https://page.example', '', true],
    ['http://page.example', 'https://page.example', '', true],
    ['https://one.example:18089', '', 'one.example:18089', true],
    ['https://one.example:18089', '', 'https://ONE.example:18089/', true],
    ['https://one.example:18089', '', 'one.example:18081', false],
    ['https://one.example/feed', '', 'https://one.example', false],
    ['https://one.example', '', 'not an address', false],
  ])('%s is the server of a feed: page %s, daemon %s', (second, page, daemon, isSame) => {
    expect(feedServer(second, page).isSame(daemon)).toBe(isSame)
  })
})
