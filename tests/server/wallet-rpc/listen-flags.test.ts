import { describe, expect, test } from 'vitest'
import { UsageError } from '#protocol/settings.ts'
import { readFlags } from '../../../server/flags/flags.ts'
import {
  rpcLoginOf,
  walletAddressesOf,
  walletListenFlags,
} from '../../../server/wallet-rpc/listen-flags.ts'

const given = (line: string) => readFlags(walletListenFlags, line.split(' ').filter(Boolean))
const addresses = (line: string) => walletAddressesOf(given(line))
const port = '--rpc-bind-port 18083'

describe('where nightjar-wallet-rpc listens', () => {
  test('is loopback by default; a port is required', () => {
    expect(addresses(port)).toEqual({
      ip: '127.0.0.1',
      ipv6: undefined,
      port: 18_083,
      ignoresIpv4: false,
    })
  })

  test.each(['--disable-rpc-login', '--rpc-login me:p'])(
    'is an external address where it is confirmed, with %s',
    (login) => {
      const line = `${port} --rpc-bind-ip 0.0.0.0 --confirm-external-bind ${login}`
      expect(addresses(line)).toMatchObject({ ip: '0.0.0.0' })
    },
  )

  test('an IPv6 address in addition to the IPv4 address', () => {
    const at = (more: string) => addresses(`${port} ${more}`)
    expect(at('--rpc-use-ipv6')).toMatchObject({ ip: '127.0.0.1', ipv6: '::1' })
    expect(at('--rpc-bind-ipv6-address ::2').ipv6).toBeUndefined()
    const external = '--rpc-use-ipv6 --rpc-bind-ipv6-address [fe80::1] --rpc-ignore-ipv4'
    expect(at(`${external} --confirm-external-bind --disable-rpc-login`)).toMatchObject({
      ipv6: 'fe80::1',
      ignoresIpv4: true,
    })
    expect(() => at(external)).toThrow('--rpc-bind-ipv6-address permits inbound unencrypted')
  })

  test.each([
    ['', '--rpc-bind-port is required'],
    ['--rpc-bind-port x', '--rpc-bind-port needs a number from 0 to 65535'],
    [`${port} --rpc-bind-ip localhost`, '--rpc-bind-ip needs an IP address'],
    [`${port} --rpc-bind-ip 0.0.0.0`, 'Override with --confirm-external-bind'],
    [
      `${port} --rpc-bind-ip 0.0.0.0 --confirm-external-bind`,
      'an external --rpc-bind-ip needs --rpc-login or --disable-rpc-login',
    ],
    [
      `${port} --rpc-bind-ip 127.0.0.1 --rpc-use-ipv6 --rpc-bind-ipv6-address ::`,
      '--rpc-bind-ipv6-address permits inbound unencrypted external connections',
    ],
  ])('error: %s', (line, message) => {
    expect(() => addresses(line)).toThrow(UsageError)
    expect(() => addresses(line)).toThrow(message)
  })
})

describe('the login of clients', () => {
  test.each([
    ['', undefined],
    ['--disable-rpc-login', undefined],
    ['--rpc-login me:a:b', { username: 'me', password: 'a:b' }],
  ])('%j', (line, login) => {
    expect(rpcLoginOf(given(line))).toEqual(login)
  })

  test('error: a login and none', () => {
    expect(() => rpcLoginOf(given('--rpc-login me:p --disable-rpc-login'))).toThrow(
      new UsageError('Cannot specify --disable-rpc-login and --rpc-login'),
    )
  })
})
