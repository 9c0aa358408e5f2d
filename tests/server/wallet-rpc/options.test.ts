import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { helpText } from '../../../server/flags/flags.ts'
import { tlsOf } from '#protocol/network/tls.ts'
import { allFlags, readOptions, readServiceFlags } from '../../../server/wallet-rpc/options.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'

const read = (line: string, environment = {}) =>
  readOptions(readServiceFlags(line.split(' '), environment).given)
const one = 'ab'.repeat(32)
const resolver = 'https://resolver.example/dns-query'
const least = '--rpc-bind-port 18083 --wallet-dir w'

describe('flags of nightjar-wallet-rpc', () => {
  test('have these defaults: loopback, no login, a daemon on this machine', () => {
    expect(read(least)).toEqual({
      addresses: { ip: '127.0.0.1', ipv6: undefined, port: 18083, ignoresIpv4: false },
      accessAt: expect.any(Function) as unknown,
      connectionCaps: { total: 100, perPrivateIp: 25, perPublicIp: 3 },
      login: undefined,
      restricted: false,
      wallets: { folder: 'w' },
      tls: tlsOf({}),
      daemon: { address: 'http://localhost:18081', trusted: true, tls: tlsOf({}) },
      nextDaemon: expect.any(Function) as unknown,
      comparedDaemons: [],
      scanFeed: false,
      feedKind: 'complete',
      comparedFeed: '',
      offline: false,
      proxy: undefined,
      resolver: undefined,
      network: 'mainnet',
      lookahead: undefined,
      threads: 0,
      kdfRounds: 1,
      autoRefresh: true,
      wholeBlocks: true,
      verifyWork: true,
      multisigEnabled: false,
      log: '0',
      logFile: undefined,
      txNotify: undefined,
      detach: false,
      pidfile: undefined,
    })
  })

  test.each([
    [
      '--testnet',
      { network: 'testnet', daemon: { address: 'http://localhost:28081', trusted: true } },
    ],
    [
      '--stagenet',
      { network: 'stagenet', daemon: { address: 'http://localhost:38081', trusted: true } },
    ],
    [
      '--daemon-address abc.onion:1 --daemon-ssl enabled --proxy 127.0.0.1:9050',
      { proxy: { host: '127.0.0.1', port: 9050, version: 4 } },
    ],
    ['--scan-feed', { scanFeed: true, feedKind: 'complete' }],
    [
      '--scan-feed --compare-feed https://Second.example/',
      { scanFeed: true, comparedFeed: 'https://second.example' },
    ],
    ['--scan-feed --scan-rows', { scanFeed: true, feedKind: 'scan' }],
    [`--dns-over-https ${resolver}`, { resolver }],
    [`--dns-over-https ${resolver} --no-dns`, { resolver: undefined }],
    [`--dns-over-https ${resolver} --offline`, { resolver: undefined }],
    ['--rpc-ssl enabled', { tls: tlsOf({ mode: 'enabled' }) }],
    ['--rpc-ssl disabled', { tls: tlsOf({ mode: 'disabled' }) }],
    [
      `--rpc-ssl disabled --rpc-ssl-allowed-fingerprints ${one}`,
      { tls: tlsOf({ fingerprints: [one] }) },
    ],
    [
      '--rpc-ssl-ca-certificates ca --rpc-ssl-allow-chained --rpc-ssl-private-key k ' +
        '--rpc-ssl-certificate c',
      { tls: tlsOf({ caFile: 'ca', chained: true, keyFile: 'k', certificateFile: 'c' }) },
    ],
    ['--offline', { offline: true }],
    ['--rpc-login me:a:b', { login: { username: 'me', password: 'a:b' } }],
    ['--restricted-rpc', { restricted: true }],
    ['--subaddress-lookahead 3:20', { lookahead: { accounts: 3, addresses: 20 } }],
    ['--max-concurrency 3', { threads: 3 }],
    ['--kdf-rounds 7', { kdfRounds: 7 }],
    ['--no-initial-sync', { autoRefresh: true }],
    ['--no-auto-refresh', { autoRefresh: false }],
    ['--no-whole-blocks', { wholeBlocks: false }],
    ['--verify-work off', { verifyWork: false }],
    ['--verify-work on', { verifyWork: true }],
    ['--enable-multisig-experimental', { multisigEnabled: true }],
    ['--tx-notify /bin/true', { txNotify: '/bin/true' }],
    ['--detach --pidfile p', { detach: true, pidfile: 'p' }],
    ['--log-level 4', { log: '4' }],
    ['--log-level *:WARNING,wallet.rpc:INFO', { log: '*:WARNING,wallet.rpc:INFO' }],
    [
      '--rpc-bind-ip 0.0.0.0 --confirm-external-bind --rpc-login a:b --allow-host w.example',
      { addresses: { ip: '0.0.0.0' } },
    ],
  ])('%s', (more, expected) => {
    expect(read(`${least} ${more}`)).toMatchObject(expected)
  })

  test('RPC_LOGIN and MONERO_LOGS replace missing flags', () => {
    const environment = { RPC_LOGIN: 'me:a:b', MONERO_LOGS: '2' }
    const login = { username: 'me', password: 'a:b' }
    expect(read(least, environment)).toMatchObject({ login, log: '2' })
    expect(read(`${least} --rpc-login you:c --log-level 1`, environment)).toMatchObject({
      login: { username: 'you', password: 'c' },
      log: '1',
    })
    expect(read(least, { RPC_LOGIN: '', MONERO_LOGS: '' })).toMatchObject({
      login: undefined,
      log: '0',
    })
    expect(() => read(`${least} --disable-rpc-login`, environment)).toThrow(
      'Cannot specify --disable-rpc-login and --rpc-login',
    )
  })

  test.each([
    ['--scan-rows', '--scan-rows needs --scan-feed'],
    ['--compare-feed https://second.example', '--compare-feed needs --scan-feed'],
    ['--scan-feed --compare-feed http://second.example', '--compare-feed: expected an https URL'],
  ])('error: %s', (more, message) => {
    expect(() => read(`${least} ${more}`)).toThrow(message)
  })

  test('the access rules of an address', () => {
    const more = '--rpc-access-control-origins=http://a,http://b --allow-host w.example'
    expect(read(`${least} ${more}`).accessAt('127.0.0.1')).toEqual({
      ip: '127.0.0.1',
      origins: ['http://a', 'http://b'],
      hosts: ['w.example'],
    })
  })

  test('a wallet that a file describes', () => {
    const file = join(temporaryFolder('flags'), 'wallet.json')
    writeFileSync(file, '{"version":1,"filename":"a/b","scan_from_height":7,"seed":"words"}')
    expect(read(`--rpc-bind-port 1 --generate-from-json ${file}`).wallets).toEqual({
      file: 'a/b',
      described: {
        version: 1,
        filename: 'a/b',
        scan_from_height: 7n,
        seed: 'words',
        password: '',
        seed_passphrase: '',
        create_address_file: 0,
      },
    })
  })

  test('accepts the flags that supervisors of monero-wallet-rpc pass', () => {
    const more =
      '--disable-rpc-login --trusted-daemon --no-dns --rpc-ssl disabled --log-level 0 --non-interactive ' +
      '--log-file l --shared-ringdb-dir r --daemon-ssl disabled --max-concurrency 2'
    expect(read(`${least} ${more}`)).toMatchObject({ logFile: 'l', login: undefined })
  })

  test('flags without effect are named', () => {
    const line = `${least} --max-log-files 5 --disable-rpc-ban --no-initial-sync`
    const { ineffective } = readServiceFlags(line.split(' '))
    expect(ineffective).toEqual(['max-log-files', 'disable-rpc-ban', 'no-initial-sync'])
  })

  test('flags from a file; the command line takes precedence', () => {
    const file = join(temporaryFolder('flags'), 'wallet.conf')
    writeFileSync(file, '# ours\nwallet-dir=w\nrpc-bind-port=1\noffline=1\nmax-log-files=3\n')
    const { given, ineffective } = readServiceFlags(['--rpc-bind-port', '2', '--config-file', file])
    expect(readOptions(given)).toMatchObject({
      addresses: { port: 2 },
      wallets: { folder: 'w' },
      offline: true,
    })
    expect(ineffective).toEqual(['max-log-files'])
  })

  test('general flags of the program from a file, as monero-wallet-rpc accepts them', () => {
    const file = join(temporaryFolder('flags'), 'wallet.conf')
    writeFileSync(file, 'non-interactive=1\ndetach=1\npidfile=p\nconfig-file=other\n')
    expect(read(`${least} --config-file ${file}`)).toMatchObject({ detach: true, pidfile: 'p' })
    writeFileSync(file, 'version=1\n')
    expect(() => read(`${least} --config-file ${file}`)).toThrow(
      "Option 'version' is not allowed in the config file",
    )
  })

  test('error: a missing file', () => {
    expect(() => readServiceFlags(['--config-file', '/nowhere/x'])).toThrow(
      "Can't find config file /nowhere/x",
    )
  })

  test('one wallet file, its password from the command line or from a file', () => {
    const file = join(temporaryFolder('flags'), 'password')
    writeFileSync(file, 'p q\n')
    const one = '--rpc-bind-port 1 --wallet-file a/b'
    expect(read(one).wallets).toEqual({ file: 'a/b', password: '' })
    expect(read(`${one} --password=`).wallets).toEqual({ file: 'a/b', password: '' })
    expect(read(`${one} --password x`).wallets).toEqual({ file: 'a/b', password: 'x' })
    expect(read(`${one} --password-file ${file}`).wallets).toEqual({ file: 'a/b', password: 'p q' })
    writeFileSync(file, ' p q \t\r\n\n')
    expect(read(`${one} --password-file ${file}`).wallets).toMatchObject({ password: ' p q \t' })
  })

  test.each([
    ['--rpc-bind-port 1', 'Must specify --wallet-file or --generate-from-json or --wallet-dir'],
    ['--rpc-bind-port 1 --generate-from-json /nowhere/x', 'Failed to load file /nowhere/x'],
    [
      `${least} --generate-from-json x`,
      '--wallet-dir and --generate-from-json are incompatible, use only one of them',
    ],
    [
      '--rpc-bind-port 1 --wallet-file f --generate-from-json x',
      "Can't specify more than one of --wallet-file and --generate-from-json",
    ],
    [
      `${least} --hw-device Ledger`,
      '--hw-device must be empty or "default": hardware wallets are not supported',
    ],
    ['--rpc-bind-port 65536 --wallet-dir w', '--rpc-bind-port needs a number from 0 to 65535'],
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
    [
      `${least} --dns-over-https http://a`,
      '--dns-over-https: expected the https URL of a resolver',
    ],
    [`${least} --rpc-ssl on`, 'Invalid argument for rpc-ssl'],
    [
      `${least} --subaddress-lookahead 0:5`,
      '--subaddress-lookahead needs MAJOR:MINOR, both positive',
    ],
    [`${least} --log-level 5`, '--log-level, or MONERO_LOGS, needs a number from 0 to 4'],
    [
      '--rpc-bind-port 1 --wallet-file f --password p --password-file q',
      "can't specify more than one of --password and --password-file",
    ],
    [
      '--rpc-bind-port 1 --wallet-file f --password-file /nowhere/x',
      'the password file specified could not be read: /nowhere/x',
    ],
    [`${least} --wallet-directory w`, 'unknown flag --wallet-directory'],
    [`${least} --constructor`, 'unknown flag --constructor'],
    [`${least} -h`, 'unknown flag -h'],
    [`${least} wallet`, 'unexpected argument, number '],
    [`${least} --offline=yes`, '--offline takes no value'],
    [`${least} --password`, '--password needs PASSWORD'],
    [`${least} --verify-work yes`, '--verify-work needs on or off'],
  ])('error: %s', (line, message) => {
    expect(() => read(line)).toThrow(message)
  })

  test('help explains every flag', () => {
    const text = helpText('nightjar-wallet-rpc', 'The wallet.', allFlags)
    for (const name of Object.keys(allFlags)) expect(text).toMatch(new RegExp(`--${name}\\b.* \\w`))
  })
})
