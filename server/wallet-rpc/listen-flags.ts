/**
 * Flags of `nightjar-wallet-rpc`: where it listens, and which clients it serves.
 *
 * @module
 * @see monero src/rpc/rpc_args.cpp process
 */
import type { Login } from '#protocol/network/digest.ts'
import { isLoopback } from '#protocol/network/ip-address.ts'
import { UsageError } from '#protocol/settings.ts'
import type { Flags, Given } from '../flags/flags.ts'
import { accessFlags } from '../http/access-flags.ts'
import { connectionFlagsFor, referenceCaps } from '../http/connection-flags.ts'
import type { ListenAddresses } from '../http/listen-addresses.ts'
import { listenAddressesOf, listenFlags } from '../http/listen-flags.ts'
import { parseLogin } from '../login/parse-login.ts'

export const walletListenFlags = {
  ...listenFlags,
  'confirm-external-bind': { help: 'Listen on an address that is not loopback, unencrypted' },
  'rpc-login': {
    takes: 'NAME[:PASSWORD]',
    help: 'Require this login from every client; or set RPC_LOGIN',
  },
  'disable-rpc-login': { help: 'Require no login, on an external address too' },
  ...accessFlags,
  ...connectionFlagsFor(referenceCaps),
} as const satisfies Flags

type WalletListenFlags = Given<typeof walletListenFlags>

/** @throws {UsageError} Names the flag that is missing, wrong, or excluded by another flag. */
export function walletAddressesOf(given: WalletListenFlags): ListenAddresses {
  const port = given['rpc-bind-port']
  if (port === undefined) throw new UsageError('--rpc-bind-port is required')
  const addresses = listenAddressesOf(given, port)
  requireConfirmed('rpc-bind-ip', addresses.ip, given)
  if (addresses.ipv6 !== undefined) requireConfirmed('rpc-bind-ipv6-address', addresses.ipv6, given)
  return addresses
}

function requireConfirmed(flag: string, ip: string, given: WalletListenFlags): void {
  if (isLoopback(ip)) return
  if (!given['confirm-external-bind'])
    throw new UsageError(
      `--${flag} permits inbound unencrypted external connections. Consider SSH tunnel or ` +
        'SSL proxy instead. Override with --confirm-external-bind',
    )
  if (given['rpc-login'] === undefined && !given['disable-rpc-login'])
    throw new UsageError(`an external --${flag} needs --rpc-login or --disable-rpc-login`)
}

/** @throws {UsageError} */
export function rpcLoginOf(given: WalletListenFlags): Login | undefined {
  const login = given['rpc-login']
  if (login !== undefined && given['disable-rpc-login'])
    throw new UsageError('Cannot specify --disable-rpc-login and --rpc-login')
  return login === undefined ? undefined : parseLogin('rpc-login', login)
}
