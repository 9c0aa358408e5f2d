import { describe, expect, test } from 'vitest'
import { isNearby, originOf } from '../../../proxy/upstream/origin.ts'

describe('originOf', () => {
  test.each([
    ['node.example', 'http://node.example:18081'],
    ['node.example:28081', 'http://node.example:28081'],
    ['http://node.example:80', 'http://node.example'],
    ['https://node.example:443/', 'https://node.example'],
    ['https://node.example', 'https://node.example:18081'],
    ['[::1]:18081', 'http://[::1]:18081'],
    ['NODE.example', 'http://node.example:18081'],
  ])('%s is %s', (address, origin) => {
    expect(originOf(address)).toBe(origin)
  })

  const logins = ['http://user:word@a', 'http://:word@a', 'user@a:18081']
  test.each(['', 'http://', 'http://a/b', 'ftp://a', 'a b', 'http://a?x', 'http://a#x', ...logins])(
    'error: %s is not an origin',
    (address) => {
      expect(originOf(address)).toBeUndefined()
    },
  )
})

describe('isNearby', () => {
  test.each([
    'http://localhost:18081',
    'http://127.0.0.1:18081',
    'http://[::1]:18081',
    'http://[fd00::2]:1',
  ])('%s', (origin) => expect(isNearby(origin)).toBe(true))

  test.each(['https://node.example', 'http://8.8.8.8:18081', 'http://[2001:db8::1]:18081'])(
    'error: %s is remote',
    (origin) => expect(isNearby(origin)).toBe(false),
  )
})
