import { describe, expect, test } from 'vitest'
import { UsageError } from '#protocol/settings.ts'
import { readNodeFlags } from '../../../server/node/flags.ts'
import { nodeAddressesOf } from '../../../server/node/listen-addresses.ts'

const addresses = (...args: string[]) => nodeAddressesOf(readNodeFlags(args).given)

describe('the ports of nightjar-node', () => {
  test('are one on this machine by default, unrestricted', () => {
    expect(addresses()).toEqual([
      {
        name: 'core',
        ip: '127.0.0.1',
        ipv6: undefined,
        port: 18_081,
        ignoresIpv4: false,
        restricted: false,
      },
    ])
  })

  test('--restricted-rpc restricts the only port', () => {
    expect(addresses('--restricted-rpc')).toMatchObject([{ name: 'core', restricted: true }])
  })

  test('a second port is restricted, and does not take the address of the first', () => {
    const args = ['--rpc-bind-ip', '10.0.0.1', '--rpc-restricted-bind-port', '18089']
    expect(addresses(...args)).toMatchObject([
      { ip: '10.0.0.1', port: 18_081, restricted: false },
      { name: 'restricted', ip: '127.0.0.1', port: 18_089, restricted: true },
    ])
  })

  test('each port has its own IPv6 address', () => {
    const args = '--rpc-use-ipv6 --rpc-restricted-bind-port 2 --rpc-restricted-bind-ipv6-address ::'
    expect(addresses(...args.split(' '))).toMatchObject([{ ipv6: '::1' }, { ipv6: '::', port: 2 }])
  })

  test('error: the message names the flag of the second port', () => {
    expect(() => addresses('--rpc-restricted-bind-port', 'x')).toThrow(
      new UsageError('--rpc-restricted-bind-port needs a number from 0 to 65535'),
    )
    expect(() => addresses('--rpc-restricted-bind-port=1', '--rpc-restricted-bind-ip=x')).toThrow(
      new UsageError('--rpc-restricted-bind-ip needs an IP address'),
    )
  })
})
