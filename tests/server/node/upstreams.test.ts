import { describe, expect, test } from 'vitest'
import { UsageError } from '#protocol/settings.ts'
import { allowedUpstreams, openUpstream } from '../../../server/node/upstreams.ts'

describe('other nodes', () => {
  test('are known by their origin', async () => {
    const others = allowedUpstreams({ 'allow-upstream': 'a.example,https://b.example:443' })
    expect([...others.keys()]).toEqual(['http://a.example:18081', 'https://b.example'])
    await Promise.all([...others.values()].map((node) => node.close()))
  })

  test('error: a malformed address', () => {
    expect(() => allowedUpstreams({ 'allow-upstream': 'a b' })).toThrow(
      new UsageError(
        '--allow-upstream: expected the address of a node, such as http://HOST:PORT, without a login',
      ),
    )
  })

  test('error: the message contains no login', () => {
    expect(() => openUpstream(['a.example', 'http://user:word@b.example'], {})).toThrow(
      new UsageError(
        '--upstream (number 2): expected the address of a node, such as http://HOST:PORT, without a login',
      ),
    )
  })
})
