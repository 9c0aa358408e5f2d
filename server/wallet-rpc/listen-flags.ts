/**
 * The flags by which `nightjar-wallet-rpc` is told where it listens, and to whom.
 *
 * @module
 * @see monero src/rpc/rpc_args.cpp process
 */
import { isIP } from 'node:net'
import { isLoopback } from '#protocol/ip-address.ts'
import type { Access } from '../../proxy/access-rules.ts'
import type { Login } from '#protocol/digest.ts'
import { parseLogin } from '../login/parse-login.ts'
import { listOf, UsageError } from '#protocol/settings.ts'
import { portOf, type Flags, type Given } from '../flags/flags.ts'
import type { ListenAddress } from '../http/listen-addresses.ts'

export const listenFlags = {
  'rpc-bind-port': { takes: 'PORT', help: 'Port to listen on' },
  'rpc-bind-ip': { takes: 'IP', help: 'Address to listen on; 127.0.0.1 by default' },
  'rpc-use-ipv6': { help: 'Listen on an IPv6 address too' },
  'rpc-bind-ipv6-address': { takes: 'IP', help: 'That address; ::1 by default' },
  'rpc-ignore-ipv4': { help: 'Go on where the IPv4 address is not to be had' },
  'confirm-external-bind': { help: 'Listen on an address that is not loopback, unencrypted' },
  'rpc-login': { takes: 'NAME[:PASSWORD]', help: 'Ask every client for this login; or RPC_LOGIN' },
  'disable-rpc-login': { help: 'Ask no client for a login, also on an external address' },
  'rpc-access-control-origins': {
    takes: 'LIST',
    mayBeEmpty: true,
    help: 'Origins of web pages that may ask',
  },
  'allow-host': { takes: 'LIST', help: 'Host names beside localhost under which it is reached' },
} as const satisfies Flags

type ListenFlags = Given<typeof listenFlags>

/** @throws {UsageError} Naming the flag that is missing, wrong, or does not go with another. */
export function listenAddressOf(given: ListenFlags): ListenAddress {
  const { 'rpc-bind-port': port, 'rpc-bind-ip': ip = '127.0.0.1' } = given
  if (port === undefined) throw new UsageError('--rpc-bind-port is required')
  const ipv6 = given['rpc-bind-ipv6-address']?.replace(/^\[(.*)\]$/, '$1') ?? '::1'
  const door: ListenAddress = {
    ip: allowed('rpc-bind-ip', ip, given),
    ipv6: given['rpc-use-ipv6'] ? allowed('rpc-bind-ipv6-address', ipv6, given) : undefined,
    port: portOf('rpc-bind-port', port),
    ignoresIpv4: given['rpc-use-ipv6'] === true && given['rpc-ignore-ipv4'] === true,
  }
  return door
}

function allowed(flag: 'rpc-bind-ip' | 'rpc-bind-ipv6-address', ip: string, given: ListenFlags) {
  if (isIP(ip) === 0) throw new UsageError(`--${flag} needs an IP address`)
  if (isLoopback(ip)) return ip
  if (!given['confirm-external-bind'])
    throw new UsageError(
      `--${flag} permits inbound unencrypted external connections. Consider SSH tunnel or ` +
        'SSL proxy instead. Override with --confirm-external-bind',
    )
  if (given['rpc-login'] === undefined && !given['disable-rpc-login'])
    throw new UsageError(`an external --${flag} needs --rpc-login or --disable-rpc-login`)
  return ip
}

/** @throws {UsageError} */
export function rpcLoginOf(given: ListenFlags): Login | undefined {
  const login = given['rpc-login']
  if (login !== undefined && given['disable-rpc-login'])
    throw new UsageError('Cannot specify --disable-rpc-login and --rpc-login')
  return login === undefined ? undefined : parseLogin('rpc-login', login)
}

/** Who may ask at an address. */
export const accessOf = (ip: string, given: ListenFlags): Access => ({
  ip,
  origins: listOf(given['rpc-access-control-origins']),
  hosts: listOf(given['allow-host']),
})
