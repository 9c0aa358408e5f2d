import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { helpText, readFlags } from '#protocol/flags.ts'
import { flags, readOptions } from '../../../worker/hosts/service-options.ts'
import { temporaryFolder } from '../../support/ports.ts'

const read = (line: string) => readOptions(readFlags(flags, line.split(' ')))
const least = '--rpc-bind-port 18083 --wallet-dir w'

describe('flags of nightjar-wallet-rpc', () => {
  test('by default: loopback, no login, a daemon on this machine', () => {
    expect(read(least)).toEqual({
      port: 18083,
      access: { ip: '127.0.0.1', origins: [], hosts: [] },
      login: undefined,
      restricted: false,
      wallets: { folder: 'w' },
      daemon: { address: 'localhost:18081', trusted: true },
      network: 'mainnet',
      lookahead: undefined,
      autoRefresh: true,
      logLevel: 0,
      logFile: undefined,
    })
  })

  test.each([
    ['--testnet', { network: 'testnet', daemon: { address: 'localhost:28081', trusted: true } }],
    ['--stagenet', { network: 'stagenet', daemon: { address: 'localhost:38081', trusted: true } }],
    ['--daemon-address node.example:1', { daemon: { address: 'node.example:1', trusted: false } }],
    [
      '--daemon-host 127.0.0.2 --daemon-port 5',
      { daemon: { address: '127.0.0.2:5', trusted: true } },
    ],
    ['--daemon-address [::1]:5', { daemon: { address: '[::1]:5', trusted: true } }],
    ['--daemon-address node.example:1 --trusted-daemon', { daemon: { trusted: true } }],
    ['--untrusted-daemon', { daemon: { trusted: false } }],
    [
      '--daemon-address node.example:1 --daemon-ssl enabled',
      { daemon: { address: 'https://node.example:1' } },
    ],
    ['--daemon-login me:a:b', { daemon: { username: 'me', password: 'a:b' } }],
    ['--offline', { daemon: undefined }],
    ['--rpc-login me:a:b', { login: { username: 'me', password: 'a:b' } }],
    ['--restricted-rpc', { restricted: true }],
    [
      '--rpc-access-control-origins=http://a,http://b',
      { access: { origins: ['http://a', 'http://b'] } },
    ],
    ['--subaddress-lookahead 3:20', { lookahead: { accounts: 3, addresses: 20 } }],
    ['--no-initial-sync', { autoRefresh: false }],
    [
      '--rpc-bind-ip 0.0.0.0 --confirm-external-bind --rpc-login a:b --allow-host w.example',
      { access: { ip: '0.0.0.0', hosts: ['w.example'] } },
    ],
  ])('%s', (more, expected) => {
    expect(read(`${least} ${more}`)).toMatchObject(expected)
  })

  test('all that a supervisor of monero-wallet-rpc may pass', () => {
    const more =
      '--disable-rpc-login --trusted-daemon --no-dns --rpc-ssl disabled --log-level 0 --non-interactive ' +
      '--log-file l --shared-ringdb-dir r --daemon-ssl disabled --max-concurrency 2'
    expect(read(`${least} ${more}`)).toMatchObject({ logFile: 'l', login: undefined })
  })

  test('one wallet file, its password from the command line or from a file', () => {
    const file = join(temporaryFolder('flags'), 'password')
    writeFileSync(file, 'p q\n')
    const one = '--rpc-bind-port 1 --wallet-file a/b'
    expect(read(one).wallets).toEqual({ file: 'a/b', password: '' })
    expect(read(`${one} --password=`).wallets).toEqual({ file: 'a/b', password: '' })
    expect(read(`${one} --password x`).wallets).toEqual({ file: 'a/b', password: 'x' })
    expect(read(`${one} --password-file ${file}`).wallets).toEqual({ file: 'a/b', password: 'p q' })
  })

  test.each([
    ['--wallet-dir w', '--rpc-bind-port is required'],
    ['--rpc-bind-port 1', 'Must specify --wallet-file or --wallet-dir'],
    ['--rpc-bind-port 65536 --wallet-dir w', '--rpc-bind-port needs a number from 0 to 65535'],
    ['--rpc-bind-port x --wallet-dir w', '--rpc-bind-port needs a number from 0 to 65535'],
    [
      `${least} --wallet-file f`,
      '--wallet-dir and --wallet-file are incompatible, use only one of them',
    ],
    [
      `${least} --password-file f`,
      '--password-file is not allowed in combination with --wallet-dir',
    ],
    [`${least} --testnet --stagenet`, "Can't specify more than one of --testnet and --stagenet"],
    [`${least} --rpc-login user`, '--rpc-login needs NAME:PASSWORD'],
    [
      `${least} --rpc-login a:b --disable-rpc-login`,
      'Cannot specify --disable-rpc-login and --rpc-login',
    ],
    [`${least} --rpc-bind-ip localhost`, '--rpc-bind-ip needs an IP address'],
    [`${least} --rpc-bind-ip 0.0.0.0`, 'Override with --confirm-external-bind'],
    [
      `${least} --rpc-bind-ip 0.0.0.0 --confirm-external-bind`,
      'an external --rpc-bind-ip needs --rpc-login or --disable-rpc-login',
    ],
    [`${least} --rpc-ssl enabled`, '--rpc-ssl enabled: put a TLS proxy in front instead'],
    [
      `${least} --subaddress-lookahead 0:5`,
      '--subaddress-lookahead needs MAJOR:MINOR, both positive',
    ],
    [`${least} --log-level 5`, '--log-level needs a number from 0 to 4'],
    [`${least} --wallet-directory w`, 'unknown flag --wallet-directory'],
    [`${least} --constructor`, 'unknown flag --constructor'],
    [`${least} -h`, 'unknown flag -h'],
    [`${least} wallet`, 'unexpected argument, number '],
    [`${least} --offline=yes`, '--offline takes no value'],
    [`${least} --password`, '--password needs PASSWORD'],
  ])('error: %s', (line, message) => {
    expect(() => read(line)).toThrow(message)
  })

  test('help explains each of them', () => {
    const text = helpText('nightjar-wallet-rpc', 'The wallet.', flags)
    for (const name of Object.keys(flags)) expect(text).toMatch(new RegExp(`--${name}\\b.* \\w`))
  })
})
