/**
 * What `nightjar-wallet-rpc` was started with: flags of monero-wallet-rpc, by the same names.
 *
 * @module
 * @see monero src/wallet/wallet_rpc_server.cpp, src/wallet/wallet2.cpp options, src/rpc/rpc_args.cpp
 */
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { isLoopback, type Access } from '#protocol/access.ts'
import type { Network } from '#protocol/address.ts'
import { loginOf, type Login } from '#protocol/digest-gate.ts'
import { listOf, numberOf, portOf, UsageError, type Flags, type Given } from '#protocol/flags.ts'
import type { DaemonAddress } from '../engine/ports.ts'
import type { WalletInfo } from '../engine/store/records.ts'

export const flags = {
  'rpc-bind-port': { takes: 'PORT', help: 'Port to listen on' },
  'rpc-bind-ip': { takes: 'IP', help: 'Address to listen on; 127.0.0.1 by default' },
  'confirm-external-bind': { help: 'Listen on an address that is not loopback, unencrypted' },
  'rpc-login': { takes: 'NAME:PASSWORD', help: 'Ask every client for this login' },
  'disable-rpc-login': { help: 'Ask no client for a login, also on an external address' },
  'restricted-rpc': { help: 'Refuse what changes the wallet or reveals its keys' },
  'rpc-access-control-origins': {
    takes: 'LIST',
    mayBeEmpty: true,
    help: 'Origins of web pages that may ask',
  },
  'allow-host': { takes: 'LIST', help: 'Host names beside localhost under which it is reached' },
  'wallet-dir': { takes: 'FOLDER', help: 'Make and open wallets here, by name' },
  'wallet-file': { takes: 'FILE', help: 'Open this wallet' },
  password: { takes: 'PASSWORD', mayBeEmpty: true, help: 'Password of --wallet-file' },
  'password-file': { takes: 'FILE', help: 'File that holds the password of --wallet-file' },
  'daemon-address': { takes: 'HOST:PORT', help: 'Daemon to connect to' },
  'daemon-host': { takes: 'HOST', help: 'Host of the daemon' },
  'daemon-port': { takes: 'PORT', help: 'Port of the daemon' },
  'daemon-login': { takes: 'NAME:PASSWORD', mayBeEmpty: true, help: 'Login for the daemon' },
  'trusted-daemon': { help: 'Trust the daemon; on this machine the default' },
  'untrusted-daemon': { help: 'Do not trust the daemon' },
  offline: { help: 'Connect to no daemon' },
  testnet: { help: 'Wallets of testnet' },
  stagenet: { help: 'Wallets of stagenet' },
  'subaddress-lookahead': { takes: 'MAJOR:MINOR', help: 'Accounts and addresses watched ahead' },
  'no-initial-sync': { help: 'Do not refresh before somebody asks' },
  'log-level': { takes: 'LEVEL', help: '0 for problems only, 1 and above for more' },
  'log-file': { takes: 'FILE', help: 'Write the log here instead of standard error' },
  'non-interactive': { help: 'Never ask on the terminal, which it does not do anyway' },
  'no-dns': { help: 'Ask no DNS records, which it does not do anyway' },
  'rpc-ssl': { takes: 'MODE', help: 'disabled or autodetect; it speaks no TLS itself' },
  'daemon-ssl': { takes: 'MODE', help: 'enabled, disabled or autodetect' },
  'max-concurrency': {
    takes: 'N',
    help: 'Threads that scan; by default as many as cores, up to 8',
  },
  'shared-ringdb-dir': { takes: 'FOLDER', help: 'Accepted; it keeps rings in the wallet' },
  help: { help: 'Show this' },
  version: { help: 'Show the version' },
} as const satisfies Flags

export type ServiceFlags = Given<typeof flags>

export type WalletPlace = { folder: string } | { file: string; password: string }

export type HostOptions = {
  port: number
  access: Access
  login: Login | undefined
  restricted: boolean
  wallets: WalletPlace
  daemon: DaemonAddress | undefined
  network: Network
  lookahead: WalletInfo['lookahead'] | undefined
  /** That scan; 0 for as many as there are cores. */
  threads: number
  autoRefresh: boolean
  logLevel: number
  logFile: string | undefined
}

/** @throws {UsageError} Naming the flag that is missing, wrong, or does not go with another. */
export function readOptions(given: ServiceFlags): HostOptions {
  const port = given['rpc-bind-port']
  if (port === undefined) throw new UsageError('--rpc-bind-port is required')
  if (given['rpc-ssl'] === 'enabled')
    throw new UsageError('--rpc-ssl enabled: put a TLS proxy in front instead')
  const network = networkOf(given)
  return {
    port: portOf('rpc-bind-port', port),
    access: accessOf(given),
    login: given['rpc-login'] === undefined ? undefined : loginOf('rpc-login', given['rpc-login']),
    restricted: given['restricted-rpc'] === true,
    wallets: placeOf(given),
    daemon: given.offline ? undefined : daemonOf(given, network),
    network,
    lookahead: lookaheadOf(given['subaddress-lookahead']),
    threads: numberOf('max-concurrency', given['max-concurrency'] ?? '0', 1024),
    autoRefresh: given['no-initial-sync'] !== true,
    logLevel: numberOf('log-level', given['log-level'] ?? '0', 4),
    logFile: given['log-file'],
  }
}

function networkOf({ testnet, stagenet }: ServiceFlags): Network {
  if (testnet && stagenet)
    throw new UsageError("Can't specify more than one of --testnet and --stagenet")
  return testnet ? 'testnet' : stagenet ? 'stagenet' : 'mainnet'
}

function accessOf(given: ServiceFlags): Access {
  const ip = given['rpc-bind-ip'] ?? '127.0.0.1'
  if (isIP(ip) === 0) throw new UsageError('--rpc-bind-ip needs an IP address')
  if (given['rpc-login'] !== undefined && given['disable-rpc-login'])
    throw new UsageError('Cannot specify --disable-rpc-login and --rpc-login')
  if (!isLoopback(ip)) {
    if (!given['confirm-external-bind'])
      throw new UsageError(
        '--rpc-bind-ip permits inbound unencrypted external connections. Consider SSH tunnel or ' +
          'SSL proxy instead. Override with --confirm-external-bind',
      )
    if (given['rpc-login'] === undefined && !given['disable-rpc-login'])
      throw new UsageError('an external --rpc-bind-ip needs --rpc-login or --disable-rpc-login')
  }
  const origins = listOf(given['rpc-access-control-origins'])
  return { ip, origins, hosts: listOf(given['allow-host']) }
}

function placeOf(given: ServiceFlags): WalletPlace {
  const { 'wallet-dir': folder, 'wallet-file': file, 'password-file': passwordFile } = given
  if (folder !== undefined) {
    if (file !== undefined)
      throw new UsageError('--wallet-dir and --wallet-file are incompatible, use only one of them')
    if (passwordFile !== undefined)
      throw new UsageError('--password-file is not allowed in combination with --wallet-dir')
    return { folder }
  }
  if (file === undefined) throw new UsageError('Must specify --wallet-file or --wallet-dir')
  if (given.password !== undefined && passwordFile !== undefined)
    throw new UsageError('Specify --password or --password-file, not both')
  const password =
    passwordFile === undefined ? given.password : readFileSync(passwordFile, 'utf8').trimEnd()
  return { file, password: password ?? '' }
}

/** @see monero src/cryptonote_config.h RPC_DEFAULT_PORT */
const defaultPorts = { mainnet: 18_081, testnet: 28_081, stagenet: 38_081, fakechain: 18_081 }

function daemonOf(given: ServiceFlags, network: Network): DaemonAddress {
  const { 'daemon-address': whole, 'daemon-host': host, 'daemon-port': port } = given
  if (whole !== undefined && (host !== undefined || port !== undefined))
    throw new UsageError("can't specify daemon host or port more than once")
  if (given['trusted-daemon'] && given['untrusted-daemon'])
    throw new UsageError('--trusted-daemon and --untrusted-daemon are both seen, assuming neither')
  const address = whole ?? `${host ?? 'localhost'}:${port ?? defaultPorts[network]}`
  const url = given['daemon-ssl'] === 'enabled' && !address.includes('://')
  const login = given['daemon-login'] && loginOf('daemon-login', given['daemon-login'])
  const trusted = given['trusted-daemon'] ?? (!given['untrusted-daemon'] && isLocal(address))
  return { address: url ? `https://${address}` : address, trusted, ...login }
}

/** @see monero src/wallet/wallet2.cpp parse_subaddress_lookahead */
function lookaheadOf(value: string | undefined) {
  if (value === undefined) return undefined
  const [, accounts, addresses] = /^(\d{1,7}):(\d{1,7})$/.exec(value) ?? []
  if (!Number(accounts) || !Number(addresses))
    throw new UsageError('--subaddress-lookahead needs MAJOR:MINOR, both positive')
  return { accounts: Number(accounts), addresses: Number(addresses) }
}

/** Whether the daemon is on this machine. @see monero src/common/util.cpp is_local_address */
function isLocal(address: string) {
  const host = address.replace(/^https?:\/\//, '').replace(/:\d+\/?$/, '')
  return host === 'localhost' || isLoopback(host.replace(/^\[(.*)\]$/, '$1'))
}
