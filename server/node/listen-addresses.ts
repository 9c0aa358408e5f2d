/**
 * The addresses that `nightjar-node` listens on.
 *
 * @module
 * @see monero src/rpc/rpc_args.cpp
 */
import type { ListenAddresses } from '../http/listen-addresses.ts'
import { listenAddressesOf } from '../http/listen-flags.ts'
import type { NodeGiven } from './flags.ts'

/** `name` is the one that monerod gives the server. @see monero src/daemon/daemon.cpp t_internals */
export type NodeAddresses = ListenAddresses & { name: string; restricted: boolean }

const restrictedNames = {
  ip: 'rpc-restricted-bind-ip',
  ipv6: 'rpc-restricted-bind-ipv6-address',
  port: 'rpc-restricted-bind-port',
}

/** The addresses of the port, and of the restricted port if there is one. @throws {UsageError} */
export function nodeAddressesOf(given: NodeGiven): NodeAddresses[] {
  const own = listenAddressesOf(given, given['rpc-bind-port'] ?? '18081')
  const all = [{ ...own, name: 'core', restricted: given['restricted-rpc'] === true }]
  const port = given['rpc-restricted-bind-port']
  if (port === undefined) return all
  const restricted = listenAddressesOf(given, port, restrictedNames)
  return [...all, { ...restricted, name: 'restricted', restricted: true }]
}
