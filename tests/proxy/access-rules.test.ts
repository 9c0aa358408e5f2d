import { describe, expect, test } from 'vitest'
import {
  hostRefusal,
  originRefusal,
  sharingHeaders,
  type Access,
  type RequestSource,
} from '../../proxy/access-rules.ts'

const listed = 'https://wallet.example'
const access: Access = { ip: '127.0.0.1', hosts: [], origins: [listed] }
const none: RequestSource = {
  method: 'GET',
  host: 'localhost:8340',
  origin: undefined,
  site: undefined,
  userAgent: undefined,
  contentType: undefined,
}
const powerShell = 'Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1'

describe('allowed hosts', () => {
  const refused = (host: string | undefined, ip = '127.0.0.1', hosts: string[] = []) =>
    hostRefusal({ ...access, ip, hosts }, { ...none, host })
  const why = 'This host is not served here'

  test.each(['localhost', 'LOCALHOST.:1', '127.0.0.1:8340', '127.9.9.9', '[::1]', '[::1]:8340'])(
    '%s on loopback',
    (host) => {
      expect(refused(host)).toBeUndefined()
    },
  )

  test.each([
    '192.168.1.5',
    'wallet.example',
    '127.evil.example',
    '127.0.0.1.evil.example',
    '127.0.0.256',
    '0.0.0.0',
    'localhost.evil.example',
    'localhost:80:80',
    '',
    undefined,
  ])('error: %s is not, on loopback', (host) => {
    expect(refused(host)).toBe(why)
  })

  test.each([
    '192.168.1.5',
    '255.255.255.255:1',
    '[fe80::1]:8340',
    '[::ffff:10.0.0.1]',
    'localhost',
  ])('%s where every interface is served', (host) => {
    expect(refused(host, '0.0.0.0')).toBeUndefined()
    expect(refused(host, '::')).toBeUndefined()
  })

  test.each([
    'evil.example',
    '1.2.3',
    '1.2.3.4.5',
    '01.2.3.4',
    '1.2.3.256',
    'evil.example:1:1',
    '',
    undefined,
  ])('error: %s is not allowed on any interface', (host) => {
    expect(refused(host, '0.0.0.0')).toBe(why)
  })

  test('only the listen address', () => {
    expect(refused('10.0.0.1:8340', '10.0.0.1')).toBeUndefined()
    expect(refused('10.0.0.2:8340', '10.0.0.1')).toBe(why)
  })

  test('a POST of a program may name any host', () => {
    const program = { ...none, method: 'POST', host: 'wallet-rpc:18083', userAgent: 'curl/8' }
    expect(hostRefusal(access, program)).toBeUndefined()
    expect(hostRefusal(access, { ...program, userAgent: undefined })).toBeUndefined()
  })

  test.each<Partial<RequestSource>>([
    { method: 'GET' },
    { origin: 'http://wallet-rpc:18083' },
    { site: 'same-origin' },
    { userAgent: 'Mozilla/5.0 (X11)' },
  ])('error: no other to what may be a page: %j', (source) => {
    const page = { ...none, method: 'POST', host: 'wallet-rpc:18083', ...source }
    expect(hostRefusal(access, page)).toBe(why)
  })

  test('hosts of the operator, in upper and lower case', () => {
    expect(refused('wallet.example', '127.0.0.1', ['Wallet.Example'])).toBeUndefined()
  })
})

describe('allowed origins', () => {
  const refused = (source: Partial<RequestSource>, origins: readonly string[] = access.origins) =>
    originRefusal({ ...access, origins }, { ...none, ...source })
  const why = 'This origin is not allowed'

  test.each<Partial<RequestSource>>([
    { origin: 'http://localhost:8340' },
    { origin: 'https://localhost:8340' },
    { origin: listed },
    { userAgent: 'curl/8' },
    {},
    { site: 'same-origin', userAgent: 'Mozilla/5.0' },
    { site: 'none', userAgent: 'Mozilla/5.0' },
    { method: 'POST', userAgent: powerShell, contentType: 'application/json; charset=utf-8' },
  ])('%j', (source) => {
    expect(refused(source)).toBeUndefined()
  })

  test.each<Partial<RequestSource>>([
    { origin: 'http://evil.example' },
    { origin: 'http://localhost:8341' },
    { origin: `${listed}.evil.example` },
    { origin: 'null' },
    { origin: '' },
    { origin: 'null', site: 'same-origin' },
    { site: 'cross-site' },
    { site: 'same-site' },
    { userAgent: 'Mozilla/5.0 (X11)' },
    { userAgent: 'Mozilla/5.0 (X11)', contentType: 'application/json' },
    { method: 'POST', userAgent: 'Mozilla/5.0 (X11)', contentType: 'text/plain' },
    { method: 'POST', userAgent: 'Mozilla/5.0 (X11)' },
  ])('error: %j', (source) => {
    expect(refused(source)).toBe(why)
  })

  test('* allows every host', () => {
    expect(refused({ origin: 'http://any.example' }, ['*'])).toBeUndefined()
    expect(refused({ userAgent: 'Mozilla/5.0' }, ['*'])).toBe(why)
  })
})

describe('CORS headers', () => {
  const shared = [
    ['Access-Control-Allow-Origin', listed],
    ['Access-Control-Expose-Headers', 'www-authenticate'],
    ['Access-Control-Allow-Methods', 'POST, PUT, GET, OPTIONS'],
  ]

  test('are sent to a listed origin', () => {
    expect(sharingHeaders(access, listed, 'POST')).toEqual(shared)
  })

  test('a listed origin receives the allowed methods and headers', () => {
    expect(sharingHeaders(access, listed, 'OPTIONS')).toEqual([
      ...shared,
      ['Access-Control-Allow-Headers', 'Content-Type, Authorization, X-Requested-With'],
    ])
  })

  test.each([undefined, 'http://localhost', 'null', ''])('error: %s', (origin) => {
    expect(sharingHeaders(access, origin, 'OPTIONS')).toEqual([])
  })
})
