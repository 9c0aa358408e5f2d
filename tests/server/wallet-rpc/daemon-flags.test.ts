import { describe, expect, test } from 'vitest'
import { tlsOf } from '#protocol/network/tls.ts'
import { UsageError } from '#protocol/settings.ts'
import { readFlags } from '../../../server/flags/flags.ts'
import {
  daemonFlags,
  comparedDaemonsOf,
  daemonOf,
  nextDaemonOf,
  proxyOf,
} from '../../../server/wallet-rpc/daemon-flags.ts'
import type { DaemonAddress } from '../../../worker/engine/base/ports.ts'

const [one, two] = ['ab'.repeat(32), 'cd'.repeat(32)] as const
const given = (line: string) => readFlags(daemonFlags, line.split(' ').filter(Boolean))
const daemon = (line: string) => daemonOf(given(line), 'mainnet')

describe('the daemon of the flags', () => {
  test.each([
    ['--daemon-address node.example:1', { address: 'node.example:1', trusted: false }],
    ['--daemon-host 127.0.0.2 --daemon-port 5', { address: 'http://127.0.0.2:5', trusted: true }],
    // One of the two beside an address has no effect.
    ['--daemon-address a.example:1 --daemon-host b.example', { address: 'a.example:1' }],
    ['--daemon-address a.example:1 --daemon-port 5', { address: 'a.example:1' }],
    [
      '--daemon-address a.example:1 --daemon-host b.example --daemon-port 0',
      { address: 'a.example:1' },
    ],
    ['--daemon-address [::1]:5', { address: '[::1]:5', trusted: true }],
    ['--daemon-address node.example:1 --trusted-daemon', { trusted: true }],
    ['--untrusted-daemon', { trusted: false }],
    [
      '--daemon-address https://node.example:1',
      { address: 'https://node.example:1', tls: tlsOf({ mode: 'enabled' }) },
    ],
    ['--daemon-ssl disabled', { tls: tlsOf({ mode: 'disabled' }) }],
    [
      '--daemon-ssl enabled --daemon-ssl-allow-any-cert',
      { tls: tlsOf({ mode: 'enabled', anyCertificate: true }) },
    ],
    [
      `--daemon-ssl-allowed-fingerprints ${one} --daemon-ssl-allowed-fingerprints ${two}`,
      { tls: tlsOf({ mode: 'enabled', fingerprints: [one, two] }) },
    ],
    [
      '--daemon-ssl-ca-certificates ca --daemon-ssl-allow-chained --daemon-ssl-private-key k ' +
        '--daemon-ssl-certificate c',
      { tls: tlsOf({ caFile: 'ca', chained: true, keyFile: 'k', certificateFile: 'c' }) },
    ],
    ['--daemon-login me:a:b', { username: 'me', password: 'a:b' }],
  ])('%s', (line, expected) => {
    expect(daemon(line)).toMatchObject(expected)
  })

  // monero src/cryptonote_config.h RPC_DEFAULT_PORT
  test.each([
    ['mainnet', 18_081],
    ['testnet', 28_081],
    ['stagenet', 38_081],
    ['fakechain', 18_081],
  ] as const)('is on this machine by default, for %s at port %i', (network, port) => {
    expect(daemonOf({}, network)).toEqual({
      address: `http://localhost:${port}`,
      trusted: true,
      tls: tlsOf({}),
    })
  })

  test.each([
    ['127.0.0.1.example:1', false],
    ['http://127.1.2.3:1', true],
    ['[::1]:1', true],
    ['10.0.0.1:1', false],
    ['localhost.example:1', false],
  ])('at %s is trusted by default: %s', (address, trusted) => {
    expect(daemon(`--daemon-address ${address}`)).toMatchObject({ trusted })
  })

  test('the daemon of the next wallet after set_daemon', () => {
    const next = (more: string, last: Partial<DaemonAddress>) =>
      nextDaemonOf(given(more), 'mainnet')?.({ address: 'a.example:1', trusted: true, ...last })
    const tls = tlsOf({})
    expect(next('', {})).toEqual({ address: 'a.example:1', trusted: false, tls })
    expect(next('', { address: '' })).toMatchObject({ address: 'http://localhost:18081' })
    expect(next('', { address: '127.0.0.1:1', trusted: false })).toMatchObject({ trusted: true })
    expect(next(' --untrusted-daemon', { address: '127.0.0.1:1' })).toMatchObject({
      trusted: false,
    })
    expect(next(' --daemon-login me:p', { username: 'other', password: 'q' })).toMatchObject({
      username: 'me',
      password: 'p',
    })
    const listed = tlsOf({ fingerprints: [one] })
    const proxy = { host: '127.0.0.1', port: 9050, version: 5 } as const
    expect(next('', { tls: listed, proxy })).toMatchObject({ tls: listed, proxy })
    expect(next('', { tls: tlsOf({ mode: 'disabled' }) })).toMatchObject({ tls })
    for (const flag of ['address a.example:2', 'host b.example', 'port 5'])
      expect(next(` --daemon-${flag}`, {})).toBeUndefined()
  })

  test('compared daemons have the TLS rules of the daemon, and not its login', () => {
    const compared = comparedDaemonsOf(
      given(
        `--compare-daemon b.example:1 --compare-daemon https://c.example --daemon-login me:p ` +
          `--daemon-ssl-allowed-fingerprints ${one}`,
      ),
    )
    const tls = tlsOf({ fingerprints: [one] })
    expect(compared).toEqual([
      { address: 'b.example:1', trusted: false, tls },
      { address: 'https://c.example', trusted: false, tls: { ...tls, mode: 'enabled' } },
    ])
    expect(comparedDaemonsOf({})).toEqual([])
  })

  test.each(['me:p@b.example:1', 'http://me:p@b.example', 'b example'])(
    'error: --compare-daemon %s, and the message does not repeat it',
    (address) => {
      expect(() => comparedDaemonsOf({ 'compare-daemon': address })).toThrow(
        new UsageError('--compare-daemon needs HOST:PORT or a URL, without a login'),
      )
    },
  )

  test.each([
    ['--daemon-ssl on', 'Invalid argument for daemon-ssl'],
    ['--daemon-ssl-allowed-fingerprints ab', 'SHA-256 fingerprint should be 32 bytes'],
    ['--daemon-ssl enabled', 'Enabling --daemon-ssl requires --daemon-ssl-allow-any-cert'],
    ['--proxy 127.0.0.1:1', 'Enabling --proxy requires --daemon-ssl-allow-any-cert or'],
    ['--daemon-ssl-allow-any-cert --proxy tor', 'Invalid address specified for --proxy'],
    [
      '--daemon-address a:1 --daemon-host b --daemon-port 5',
      "can't specify daemon host or port more than once",
    ],
    ['--daemon-port x', '--daemon-port needs a number from 0 to 65535'],
    [
      '--trusted-daemon --untrusted-daemon',
      '--trusted-daemon and --untrusted-daemon are both seen',
    ],
    ['--daemon-login secret', '--daemon-login needs NAME:PASSWORD'],
  ])('error: %s', (line, message) => {
    const read = () => [daemon(line), proxyOf(given(line))]
    expect(read).toThrow(UsageError)
    expect(read).toThrow(message)
  })
})
