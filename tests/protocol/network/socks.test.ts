import { describe, expect, test } from 'vitest'
import { socksProxyOf } from '#protocol/network/socks.ts'

const tor = { host: '127.0.0.1', port: 9050 }

describe('a SOCKS proxy', () => {
  test.each([
    ['127.0.0.1:9050', { ...tor, version: 4 }],
    ['socks://127.0.0.1:9050', { ...tor, version: 4 }],
    ['socks4://127.0.0.1:9050/', { ...tor, version: 4 }],
    ['socks4a://127.0.0.1:9050', { ...tor, version: 4 }],
    ['socks5://127.0.0.1:9050', { ...tor, version: 5 }],
    ['socks5://:@127.0.0.1:9050', { ...tor, version: 5 }],
    [
      'socks5://me:a%3Ab@[::1]:1',
      { host: '::1', port: 1, version: 5, username: 'me', password: 'a:b' },
    ],
    ['socks5://me@127.0.0.1:9050', { ...tor, version: 5, username: 'me', password: '' }],
  ])('%s', (text, proxy) => {
    expect(socksProxyOf(text)).toEqual(proxy)
  })

  test.each([
    '',
    '9050',
    '127.0.0.1',
    '127.0.0.1:0',
    '127.0.0.1:65536',
    'localhost:9050',
    '127.0.0.1:9050:1',
    '[:::1]:9050',
    '[1:2:3:4:5:6:7:8:9]:9050',
    'http://127.0.0.1:9050',
    'socks4://me:word@127.0.0.1:9050',
    'socks5://%zz:word@127.0.0.1:9050',
  ])('error: %j is invalid', (text) => {
    expect(socksProxyOf(text)).toBeUndefined()
  })
})
