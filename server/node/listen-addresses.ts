/**
 * Where a node listens.
 *
 * @module
 * @see monero src/rpc/rpc_args.cpp
 */
import { portOf } from '../flags/flags.ts'
import type { ListenAddress } from '../http/listen-addresses.ts'
import { ipOf } from './access-flags.ts'
import type { NodeFlags } from './flags.ts'

export type NodeListenAddress = ListenAddress & { restricted: boolean }

/** The port, and one for the public where it is given. @throws {UsageError} */
export function nodeListenAddresses(given: NodeFlags['given']): NodeListenAddress[] {
  const ipv6 = (flag: 'rpc-bind-ipv6-address' | 'rpc-restricted-bind-ipv6-address') =>
    given['rpc-use-ipv6']
      ? ipOf(flag, given[flag]?.replace(/^\[(.*)\]$/, '$1') ?? '::1')
      : undefined
  const ignoresIpv4 = given['rpc-use-ipv6'] === true && given['rpc-ignore-ipv4'] === true
  const own: NodeListenAddress = {
    ip: ipOf('rpc-bind-ip', given['rpc-bind-ip']),
    ipv6: ipv6('rpc-bind-ipv6-address'),
    port: portOf('rpc-bind-port', given['rpc-bind-port'] ?? '18081'),
    restricted: given['restricted-rpc'] === true,
    ignoresIpv4,
  }
  const port = given['rpc-restricted-bind-port']
  if (port === undefined) return [own]
  const forAll: NodeListenAddress = {
    ip: ipOf('rpc-restricted-bind-ip', given['rpc-restricted-bind-ip']),
    ipv6: ipv6('rpc-restricted-bind-ipv6-address'),
    port: portOf('rpc-restricted-bind-port', port),
    restricted: true,
    ignoresIpv4,
  }
  return [own, forAll]
}
