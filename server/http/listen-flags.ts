/**
 * Flags of monero's programs: the addresses that they listen on.
 *
 * @module
 * @see monero src/rpc/rpc_args.cpp process
 */
import type { Flags, Given } from '../flags/flags.ts'
import { portOf } from '../flags/flags.ts'
import { ipOf } from './access-flags.ts'
import type { ListenAddresses } from './listen-addresses.ts'

export const listenFlags = {
  'rpc-bind-port': { takes: 'PORT', help: 'Port to listen on' },
  'rpc-bind-ip': { takes: 'IP', help: 'IPv4 address to listen on; default 127.0.0.1' },
  'rpc-use-ipv6': { help: 'Listen on an IPv6 address too' },
  'rpc-bind-ipv6-address': { takes: 'IP', help: 'IPv6 address to listen on; default ::1' },
  'rpc-ignore-ipv4': { help: 'Continue when the IPv4 address is not available' },
} as const satisfies Flags

/** Flags of one port, by their names. */
type Names = { ip: string; ipv6: string; port: string }

const ownNames: Names = { ip: 'rpc-bind-ip', ipv6: 'rpc-bind-ipv6-address', port: 'rpc-bind-port' }

/**
 * The addresses that flags give for a port.
 *
 * @param port - The port's text, when the flag is missing too.
 * @param names - Flags of the addresses and the port.
 * @throws {UsageError} Names the wrong flag.
 */
export function listenAddressesOf(
  given: Given<typeof listenFlags>,
  port: string,
  names: Names = ownNames,
): ListenAddresses {
  const value = (name: string) => (given as { readonly [flag: string]: string | undefined })[name]
  const usesIpv6 = given['rpc-use-ipv6'] === true
  const ipv6 = value(names.ipv6)?.replace(/^\[(.*)\]$/, '$1') ?? '::1'
  return {
    ip: ipOf(names.ip, value(names.ip)),
    ipv6: usesIpv6 ? ipOf(names.ipv6, ipv6) : undefined,
    port: portOf(names.port, port),
    ignoresIpv4: usesIpv6 && given['rpc-ignore-ipv4'] === true,
  }
}
