import { describe, expect, test } from 'vitest'
import { UsageError } from '#protocol/settings.ts'
import { readFlags } from '../../../server/flags/flags.ts'
import { accessFlags, accessOf, ipOf } from '../../../server/http/access-flags.ts'

describe('access rules', () => {
  test('serve this machine only by default', () => {
    const access = accessOf('127.0.0.1', readFlags(accessFlags, []))
    expect(access).toEqual({ ip: '127.0.0.1', hosts: [], origins: [] })
  })

  test('contain names and origins of the flags', () => {
    const args = ['--allow-host=a.example,b.example', '--rpc-access-control-origins', 'http://c']
    expect(accessOf('::', readFlags(accessFlags, args))).toEqual({
      ip: '::',
      hosts: ['a.example', 'b.example'],
      origins: ['http://c'],
    })
  })
})

describe('the address to listen on', () => {
  test('is this machine by default', () => {
    expect([ipOf('bind-ip'), ipOf('bind-ip', '::'), ipOf('bind-ip', '10.0.0.1')]).toEqual([
      '127.0.0.1',
      '::',
      '10.0.0.1',
    ])
  })

  test.each(['', 'localhost', '10.0.0.256', '[::1]'])('error: %s is not an IP address', (value) => {
    expect(() => ipOf('bind-ip', value)).toThrow(new UsageError('--bind-ip needs an IP address'))
  })
})
