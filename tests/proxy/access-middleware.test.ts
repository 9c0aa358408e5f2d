import { describe, expect, test } from 'vitest'
import { fakeNode, fakeProxy } from '../support/daemons/fake-upstream-node.ts'

const listed = 'https://wallet.example'
const node = fakeNode()
const app = fakeProxy(node, {
  access: { ip: '127.0.0.1', hosts: [], origins: [listed] },
})
const get = async (headers: Record<string, string>, method = 'GET') => {
  const before = node.asked.length
  const answer = await app.request('/get_height', { method, headers })
  return { answer, status: answer.status, asked: node.asked.length - before }
}
const refused = { status: 403, asked: 0 }
const served = { status: 200, asked: 1 }

describe('Host', () => {
  test.each(['localhost', 'localhost:8340', 'LOCALHOST.:1', '[::1]:8340'])(
    '%s is an own origin',
    async (host) => {
      expect(await get({ host })).toMatchObject(served)
    },
  )

  test('with *, every host is allowed', async () => {
    const open = fakeProxy(node, { access: { ip: '127.0.0.1', hosts: ['*'], origins: [] } })
    const answer = await open.request('/get_height', { headers: { host: 'any.example' } })
    expect(answer.status).toBe(200)
  })

  test.each(['evil.example', 'localhost.evil.example', '10.0.0.1', '', 'localhost:80:80'])(
    'error: %s is not',
    async (host) => {
      expect(await get({ host })).toMatchObject(refused)
    },
  )
})

describe('Origin', () => {
  const host = 'localhost:8340'

  test.each(['http://localhost:8340', 'https://localhost:8340', listed])(
    '%s may ask',
    async (origin) => {
      expect(await get({ host, origin }, 'POST')).toMatchObject(served)
    },
  )

  test.each(['http://evil.example', 'http://localhost:8341', 'null', `${listed}.evil.example`, ''])(
    'error: %s may not',
    async (origin) => {
      expect(await get({ host, origin }, 'POST')).toMatchObject(refused)
      expect(await get({ host, origin }, 'OPTIONS')).toMatchObject(refused)
    },
  )

  test('a program without an Origin header is allowed', async () => {
    expect(await get({ host, 'user-agent': 'curl/8' })).toMatchObject(served)
  })

  test('error: an image tag of another page', async () => {
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    expect(await get({ host, 'sec-fetch-site': 'cross-site' })).toMatchObject(refused)
    expect(await get({ host, 'sec-fetch-site': 'same-site' })).toMatchObject(refused)
    expect(await get({ host, 'user-agent': firefox })).toMatchObject(refused)
  })

  test('a request from the address bar of a browser is allowed', async () => {
    const typed = { host, 'sec-fetch-site': 'none', 'user-agent': 'Mozilla/5.0' }
    expect(await get(typed)).toMatchObject(served)
  })
})

describe('CORS', () => {
  const host = 'localhost'
  const shared = ({ answer }: { answer: Response }) =>
    Object.fromEntries([...answer.headers].filter(([name]) => name.startsWith('access-control')))

  test('a listed origin may read the answer', async () => {
    expect(shared(await get({ host, origin: listed }, 'POST'))).toEqual({
      'access-control-allow-origin': listed,
      'access-control-expose-headers': 'www-authenticate',
      'access-control-allow-methods': 'POST, PUT, GET, OPTIONS',
    })
  })

  test('a listed origin receives the allowed methods and headers', async () => {
    const preflight = await get({ host, origin: listed }, 'OPTIONS')
    expect(preflight).toMatchObject({ status: 200, asked: 0 })
    expect(shared(preflight)['access-control-allow-headers']).toBe(
      'Content-Type, Authorization, X-Requested-With',
    )
  })

  test('a listed origin may read errors too', async () => {
    const answer = await app.request('/nope', { headers: { host, origin: listed } })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('access-control-allow-origin')).toBe(listed)
  })

  test('our own page is always allowed', async () => {
    expect(shared(await get({ host, origin: 'http://localhost' }, 'POST'))).toEqual({})
  })

  describe('which files of the scan feed exist', () => {
    const publicApp = fakeProxy(fakeNode(), {
      access: { ip: '0.0.0.0', hosts: ['node.example', 'box.local', 'box'], origins: [] },
    })
    const ask = async (path: string, headers: Record<string, string>) => {
      const answer = await publicApp.request(path, { headers })
      return [answer.status, answer.headers.get('access-control-allow-origin')]
    }
    const index = '/feed/v1/index.json'
    const origin = 'https://page.example'

    test('may be read by pages of all servers', async () => {
      // This proxy has no feed, and no such list.
      expect(await ask(index, { host: 'node.example', origin })).toEqual([204, '*'])
      expect(await ask('/feed/v1/lists/0-ab', { host: 'node.example', origin })).toEqual([404, '*'])
      // A cache in between has one answer for all.
      expect(await ask(index, { host: 'node.example' })).toEqual([204, '*'])
    })

    test('on this machine and in private networks, by pages from there only', async () => {
      for (const host of [
        'localhost:1',
        '127.0.0.1',
        '192.168.1.7:1',
        '[::1]:1',
        'box',
        'box.local:1',
      ]) {
        expect(await ask(index, { host, origin })).toEqual([403, null])
        expect(await ask(index, { host, origin: 'null' })).toEqual([403, null])
        expect(await ask(index, { host, origin: 'http://127.0.0.1:8340' })).toEqual([204, '*'])
      }
    })

    test('error: but no chunk, no event and no call', async () => {
      for (const path of [
        '/feed/v1/complete/0-ab',
        '/feed/v1/events',
        '/feed/v1/pool.json',
        '/get_height',
        '/server-info/v1',
      ])
        expect(await ask(path, { host: 'node.example', origin })).toEqual([403, null])
    })

    test('error: not by an image tag', async () => {
      expect(await ask(index, { host: 'node.example', 'sec-fetch-site': 'cross-site' })).toEqual([
        403,
        null,
      ])
    })
  })

  test('* lists every origin', async () => {
    const open = fakeProxy(fakeNode(), { access: { ip: '127.0.0.1', hosts: [], origins: ['*'] } })
    const answer = await open.request('/get_height', { headers: { origin: 'http://any.example' } })
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://any.example')
  })
})
