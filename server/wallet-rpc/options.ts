/**
 * Flags and options of `nightjar-wallet-rpc`. The flags are those of monero-wallet-rpc, by the same names.
 *
 * @module
 * @see monero src/wallet/wallet_rpc_server.cpp, src/wallet/wallet2.cpp options, src/rpc/rpc_args.cpp
 */
import { readFileSync } from 'node:fs'
import type { Access } from '../../proxy/access-rules.ts'
import type { Network } from '#protocol/address.ts'
import type { Environment } from '../flags/environment.ts'
import { readProgramFlags, type ProgramFlags } from '../flags/program-flags.ts'
import type { FeedKind } from '#protocol/feed/row.ts'
import type { Login } from '#protocol/network/digest.ts'
import { UsageError } from '#protocol/settings.ts'
import { numberOf, type Flags, type Given } from '../flags/flags.ts'
import { secureUrl } from '#protocol/network/secure-url.ts'
import type { SocksProxy } from '#protocol/network/socks.ts'
import type { Tls } from '#protocol/network/tls.ts'
import { accessOf } from '../http/access-flags.ts'
import type { ConnectionCaps } from '../http/connection-counts.ts'
import { connectionCapsOf } from '../http/connection-flags.ts'
import type { ListenAddresses } from '../http/listen-addresses.ts'
import { rpcSslFlags, rpcTlsOf } from '../tls/flags.ts'
import type { DaemonAddress } from '../../worker/engine/base/ports.ts'
import type { WalletInfo } from '../../worker/engine/store/records.ts'
import {
  comparedDaemonsOf,
  comparedFeedOf,
  daemonFlags,
  daemonOf,
  feedKindOf,
  nextDaemonOf,
  proxyOf,
} from './daemon-flags.ts'
import { readDescription, type WalletDescription } from './generate-from-json.ts'
import { ineffectiveFlags } from './ineffective-flags.ts'
import { rpcLoginOf, walletAddressesOf, walletListenFlags } from './listen-flags.ts'

export const flags = {
  ...walletListenFlags,
  'restricted-rpc': { help: 'Refuse methods that change the wallet or reveal its keys' },
  'wallet-dir': { takes: 'FOLDER', help: 'Folder in which wallets are created and opened' },
  'wallet-file': { takes: 'FILE', help: 'Wallet to open' },
  'generate-from-json': { takes: 'FILE', help: 'Create the wallet that this file describes' },
  password: { takes: 'PASSWORD', mayBeEmpty: true, help: 'Password for --wallet-file' },
  'password-file': { takes: 'FILE', help: 'File with the password for --wallet-file' },
  ...daemonFlags,
  offline: { help: 'Connect to no daemon' },
  testnet: { help: 'Use testnet' },
  stagenet: { help: 'Use stagenet' },
  'subaddress-lookahead': {
    takes: 'MAJOR:MINOR',
    help: 'Number of accounts and addresses to watch ahead',
  },
  'enable-multisig-experimental': { help: 'Allow multisig in all wallets; funds can be lost' },
  'no-whole-blocks': {
    help: 'Do not verify new payments by whole blocks, which take about 50 MB a day',
  },
  'verify-work': {
    takes: 'on|off',
    help: 'Check proofs of work of a daemon that is not trusted; default on. Takes 260 MB for some seconds',
  },
  'no-auto-refresh': { help: 'Refresh on request only, until auto_refresh enables it' },
  'tx-notify': {
    takes: 'COMMAND',
    help: 'Run for each incoming transaction, change included; %s is its hash',
  },
  detach: { help: 'Run in the background' },
  pidfile: { takes: 'FILE', help: 'File for the process id, with --detach' },
  'log-level': { takes: 'LEVEL', help: '0 (errors and warnings) to 4, or categories' },
  'log-file': { takes: 'FILE', help: 'Log file; without it, standard error' },
  'non-interactive': { help: 'Accepted for compatibility; no effect' },
  'dns-over-https': { takes: 'URL', help: 'Resolver for OpenAlias names' },
  'no-dns': { help: 'Disable name lookups, even with --dns-over-https' },
  ...rpcSslFlags,
  'hw-device': {
    takes: 'NAME',
    mayBeEmpty: true,
    help: 'Must be empty or "default": hardware wallets are not supported',
  },
  'kdf-rounds': { takes: 'N', help: 'Password hashing rounds for key files of monero' },
  'max-concurrency': {
    takes: 'N',
    help: 'Scan threads; default one per core, at most 8',
  },
  'config-file': {
    takes: 'FILE',
    help: 'File with NAME=VALUE lines; flags on the command line take precedence',
  },
  help: { onCommandLineOnly: true, help: 'Show this help' },
  version: { onCommandLineOnly: true, help: 'Show the version' },
} as const satisfies Flags

export type ServiceFlags = Given<typeof flags>

/** The flags that `--help` lists. */
export const allFlags: Flags = { ...flags, ...ineffectiveFlags }

/** @throws {UsageError} Names the flag that is unknown or lacks its value. */
export const readServiceFlags = (
  args: readonly string[],
  environment: Environment = {},
): ProgramFlags<typeof flags> => readProgramFlags(flags, ineffectiveFlags, args, environment)

/** A folder of wallets, one wallet, or a wallet to create. */
type WalletLocation =
  | { folder: string }
  | { file: string; password: string }
  | { file: string; described: WalletDescription }

export type HostOptions = {
  addresses: ListenAddresses
  /** The access rules at one of its addresses. */
  accessAt: (ip: string) => Access
  connectionCaps: ConnectionCaps
  login: Login | undefined
  restricted: boolean
  wallets: WalletLocation
  tls: Tls
  daemon: DaemonAddress
  /** The daemon of the wallet after one with `last`; undefined when flags name a daemon. */
  nextDaemon: ((last: DaemonAddress) => DaemonAddress) | undefined
  /** Daemons that must have the same blocks and fees. */
  comparedDaemons: DaemonAddress[]
  /** Whether the daemon is a light node whose scan feed is read. */
  scanFeed: boolean
  /** Which rows of it. */
  feedKind: FeedKind
  /** Address of a second server whose scan feed is compared; empty for none. */
  comparedFeed: string
  /** No connection to a daemon is made. */
  offline: boolean
  /** For every daemon. */
  proxy: SocksProxy | undefined
  /** URL of the resolver for names; undefined for no lookups. */
  resolver: string | undefined
  network: Network
  lookahead: WalletInfo['lookahead'] | undefined
  /** Scan threads; 0 for one per core. */
  threads: number
  /** Rounds of CryptoNight for monero's key files. */
  kdfRounds: number
  autoRefresh: boolean
  wholeBlocks: boolean
  /** Whether RandomX checks the blocks of a daemon that is not trusted. */
  verifyWork: boolean
  multisigEnabled: boolean
  /** A level from 0 to 4, or categories. */
  log: string
  logFile: string | undefined
  /** A command for each incoming transaction. */
  txNotify: string | undefined
  detach: boolean
  pidfile: string | undefined
}

/** @throws {UsageError} Names the flag that is missing, wrong, or excluded by another flag. */
export function readOptions(given: ServiceFlags): HostOptions {
  const network = networkOf(given)
  // Otherwise keys of a device would be created in software.
  if (given['hw-device'] !== undefined && !['', 'default'].includes(given['hw-device']))
    throw new UsageError(
      '--hw-device must be empty or "default": hardware wallets are not supported',
    )
  return {
    addresses: walletAddressesOf(given),
    accessAt: (ip) => accessOf(ip, given),
    connectionCaps: connectionCapsOf(given),
    login: rpcLoginOf(given),
    restricted: given['restricted-rpc'] === true,
    wallets: walletLocation(given),
    tls: rpcTlsOf(given),
    daemon: daemonOf(given, network),
    nextDaemon: nextDaemonOf(given, network),
    comparedDaemons: comparedDaemonsOf(given),
    scanFeed: given['scan-feed'] === true,
    feedKind: feedKindOf(given),
    comparedFeed: comparedFeedOf(given),
    offline: given.offline === true,
    proxy: proxyOf(given),
    resolver: resolverOf(given),
    network,
    lookahead: lookaheadOf(given['subaddress-lookahead']),
    threads: numberOf('max-concurrency', given['max-concurrency'] ?? '0', 1024),
    kdfRounds: roundsOf(given['kdf-rounds'] ?? '1'),
    autoRefresh: given['no-auto-refresh'] !== true,
    wholeBlocks: given['no-whole-blocks'] !== true,
    verifyWork: verifyWorkOf(given['verify-work'] ?? 'on'),
    multisigEnabled: given['enable-multisig-experimental'] === true,
    log: logOf(given['log-level'] ?? '0'),
    logFile: given['log-file'],
    txNotify: given['tx-notify'],
    detach: given.detach === true,
    pidfile: given.pidfile,
  }
}

function networkOf({ testnet, stagenet }: ServiceFlags): Network {
  if (testnet && stagenet)
    throw new UsageError("Can't specify more than one of --testnet and --stagenet")
  return testnet ? 'testnet' : stagenet ? 'stagenet' : 'mainnet'
}

function resolverOf(given: ServiceFlags): string | undefined {
  const url = given['dns-over-https']
  const resolver = url === undefined ? undefined : secureUrl('--dns-over-https', url, 'a resolver')
  return given['no-dns'] || given.offline ? undefined : resolver
}

function walletLocation(given: ServiceFlags): WalletLocation {
  const { 'wallet-dir': folder, 'wallet-file': file, 'password-file': passwordFile } = given
  const json = given['generate-from-json']
  if (file !== undefined && json !== undefined)
    throw new UsageError("Can't specify more than one of --wallet-file and --generate-from-json")
  if (folder !== undefined && json !== undefined)
    throw new UsageError(
      '--wallet-dir and --generate-from-json are incompatible, use only one of them',
    )
  if (json !== undefined) {
    const described = readDescription(json)
    return { file: described.filename, described }
  }
  if (folder !== undefined) {
    if (file !== undefined)
      throw new UsageError('--wallet-dir and --wallet-file are incompatible, use only one of them')
    if (passwordFile !== undefined)
      throw new UsageError('--password-file is not allowed in combination with --wallet-dir')
    return { folder }
  }
  if (file === undefined)
    throw new UsageError('Must specify --wallet-file or --generate-from-json or --wallet-dir')
  if (given.password !== undefined && passwordFile !== undefined)
    throw new UsageError("can't specify more than one of --password and --password-file")
  const password = passwordFile === undefined ? given.password : passwordIn(passwordFile)
  return { file, password: password ?? '' }
}

/** All but the line breaks at its end. @see monero src/wallet/wallet2.cpp get_password */
function passwordIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/[\r\n]+$/, '')
  } catch {
    throw new UsageError(`the password file specified could not be read: ${file}`)
  }
}

function verifyWorkOf(value: string): boolean {
  if (value !== 'on' && value !== 'off') throw new UsageError('--verify-work needs on or off')
  return value === 'on'
}

const logOf = (text: string) =>
  /^\d+$/.test(text) ? `${numberOf('log-level, or MONERO_LOGS,', text, 4)}` : text

/** @see monero src/wallet/wallet2.cpp parse_subaddress_lookahead */
function lookaheadOf(value: string | undefined) {
  if (value === undefined) return undefined
  const [, accounts, addresses] = /^(\d{1,7}):(\d{1,7})$/.exec(value) ?? []
  if (!Number(accounts) || !Number(addresses))
    throw new UsageError('--subaddress-lookahead needs MAJOR:MINOR, both positive')
  return { accounts: Number(accounts), addresses: Number(addresses) }
}

function roundsOf(value: string) {
  const rounds = numberOf('kdf-rounds', value, 1_000_000)
  if (rounds === 0) throw new UsageError('KDF rounds must not be 0')
  return rounds
}
