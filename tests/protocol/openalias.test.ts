import { describe, expect, test } from 'vitest'
import { aliasAddresses, aliasName } from '#protocol/openalias.ts'

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
