import { describe, expect, test } from 'vitest'
import { aliasAddresses, aliasName, resolverAt } from '#protocol/openalias.ts'

const standard = 'a'.repeat(95)
const integrated = 'b'.repeat(106)

describe('a name', () => {
  test.each([
    ['donate.example.org', 'donate.example.org'],
    ['me@example.org', 'me.example.org'],
    ['example.org.', 'example.org.'],
    ['_x-1.example', '_x-1.example'],
  ])('%s', (text, name) => {
    expect(aliasName(text)).toBe(name)
  })

  test.each([
    '',
    'localhost',
    standard,
    'a..b',
    '.',
    'a b.example',
    'a@b@c.d',
    `${'x'.repeat(64)}.org`,
  ])('error: %j is invalid', (text) => {
    expect(aliasName(text)).toBeUndefined()
  })
})

describe('the addresses of records', () => {
  test.each([
    [[`oa1:xmr recipient_address=${standard}; recipient_name=Me;`], [standard]],
    [[`oa1:xmr recipient_name=Me; recipient_address=${integrated};`], [integrated]],
    [[`oa1:btc recipient_address=1;`, `oa1:xmr recipient_address=${standard};`], [standard]],
    [[`oa1:xmr recipient_address=${standard}`], []],
    [[`oa1:xmr recipient_address=${standard}x;`], []],
    [[`recipient_address=${standard}; oa1:xmr`], []],
    [['v=spf1 -all'], []],
    [[], []],
  ])('%j', (records, addresses) => {
    expect(aliasAddresses(records)).toEqual(addresses)
  })
})

describe('a resolver', () => {
  test.each([
    'https://resolver.example/dns-query',
    'http://localhost:8053/dns-query',
    'http://127.0.0.1:8053/',
  ])('%s', (url) => {
    expect(resolverAt('--dns-over-https', url)).toBe(url)
  })

  test.each(['http://resolver.example/dns-query', 'resolver.example', '', 'file:///etc/hosts'])(
    'error: %j cannot be trusted',
    (url) => {
      expect(() => resolverAt('--dns-over-https', url)).toThrow(
        '--dns-over-https: expected the https URL of a resolver',
      )
    },
  )
})
