import { describe, expect, test } from 'vitest'
import { UsageError } from '#protocol/settings.ts'
import { connectionCapsOf } from '../../../server/http/connection-flags.ts'

describe('connectionCapsOf', () => {
  test('has the defaults of monerod', () => {
    expect(connectionCapsOf({})).toEqual({ total: 100, perPrivateIp: 25, perPublicIp: 3 })
  })

  test('reads the flags', () => {
    const given = {
      'rpc-max-connections': '7',
      'rpc-max-connections-per-private-ip': '6',
      'rpc-max-connections-per-public-ip': '5',
    }
    expect(connectionCapsOf(given)).toEqual({ total: 7, perPrivateIp: 6, perPublicIp: 5 })
  })

  test.each([
    [
      { 'rpc-max-connections': '24' },
      '--rpc-max-connections-per-private-ip is bigger than --rpc-max-connections',
    ],
    [
      { 'rpc-max-connections-per-public-ip': '101' },
      '--rpc-max-connections-per-public-ip is bigger than --rpc-max-connections',
    ],
    [
      { 'rpc-max-connections': '-1' },
      '--rpc-max-connections needs a number from 0 to 9007199254740991',
    ],
  ])('error: %j', (given, message) => {
    expect(() => connectionCapsOf(given)).toThrow(new UsageError(message))
  })
})
