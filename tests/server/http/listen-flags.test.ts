import { describe, expect, test } from 'vitest'
import { UsageError } from '#protocol/settings.ts'
import { listenAddressesOf } from '../../../server/http/listen-flags.ts'

describe('listenAddressesOf', () => {
  test('is this machine by default', () => {
    expect(listenAddressesOf({}, '18081')).toEqual({
      ip: '127.0.0.1',
      ipv6: undefined,
      port: 18_081,
      ignoresIpv4: false,
    })
  })

  test.each([
    [undefined, '::1'],
    ['::', '::'],
    ['[fe80::1]', 'fe80::1'],
  ])('the IPv6 address of %j is %s, with rpc-use-ipv6', (text, ipv6) => {
    const given = { 'rpc-use-ipv6': true, ...(text && { 'rpc-bind-ipv6-address': text }) } as const
    expect(listenAddressesOf(given, '1')).toMatchObject({ ipv6 })
  })

  test('rpc-ignore-ipv4 needs rpc-use-ipv6', () => {
    const ignore = { 'rpc-ignore-ipv4': true } as const
    expect(listenAddressesOf(ignore, '1').ignoresIpv4).toBe(false)
    const both = listenAddressesOf({ ...ignore, 'rpc-use-ipv6': true }, '1')
    expect(both.ignoresIpv4).toBe(true)
  })

  test.each([
    [{ 'rpc-bind-ip': 'localhost' }, '1', '--rpc-bind-ip needs an IP address'],
    [{}, '65536', '--rpc-bind-port needs a number from 0 to 65535'],
    [
      { 'rpc-use-ipv6': true, 'rpc-bind-ipv6-address': '[::1' },
      '1',
      '--rpc-bind-ipv6-address needs an IP address',
    ],
  ] as const)('error: %j and port %s', (given, port, message) => {
    expect(() => listenAddressesOf(given, port)).toThrow(new UsageError(message))
  })

  test('error: the message contains the flag names of the port', () => {
    const names = { ip: 'other-ip', ipv6: 'other-ipv6', port: 'other-port' }
    const given = { 'other-ip': 'x' } as object
    expect(() => listenAddressesOf(given, '1', names)).toThrow('--other-ip needs an IP address')
    expect(() => listenAddressesOf({}, 'x', names)).toThrow('--other-port needs a number')
  })
})
