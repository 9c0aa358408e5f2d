/**
 * Flags of `nightjar-node`: those of monerod by the same names, and its own.
 *
 * @module
 */
import { feedFlags } from '../feed/flags.ts'
import type { Environment } from '../flags/environment.ts'
import type { Flags, Given } from '../flags/flags.ts'
import { readProgramFlags, type ProgramFlags } from '../flags/program-flags.ts'
import { accessFlags } from '../http/access-flags.ts'
import { connectionFlagsFor, lightCaps, referenceCaps } from '../http/connection-flags.ts'
import { listenFlags } from '../http/listen-flags.ts'
import { rpcSslFlags } from '../tls/flags.ts'
import { zmqFlags } from '../zmq/flags.ts'
import { chainFlags } from './chain-flags.ts'
import { ineffectiveFlags } from './ineffective-flags.ts'
import { upstreamFlags } from './upstreams.ts'

/** Which flags a config file may not hold: monero src/daemon/main.cpp visible_options */
export const flags = {
  ...listenFlags,
  'rpc-bind-port': { takes: 'PORT', help: 'Port to listen on; default 18081' },
  'rpc-restricted-bind-port': { takes: 'PORT', help: 'Second port, with restricted RPC' },
  'rpc-restricted-bind-ip': {
    takes: 'IP',
    help: 'IPv4 address of the restricted port; default 127.0.0.1',
  },
  'rpc-restricted-bind-ipv6-address': {
    takes: 'IP',
    help: 'IPv6 address of the restricted port; default ::1',
  },
  'rpc-login': {
    takes: 'NAME[:PASSWORD]',
    help: 'Require this login from every client; or set RPC_LOGIN',
  },
  regtest: { help: 'Answer from a private chain' },
  'fixed-difficulty': {
    takes: 'DIFFICULTY',
    help: 'Difficulty of all blocks of the private chain; 0 to compute it',
  },
  'keep-fakechain': { help: 'Keep the private chain of the last start' },
  'data-dir': { takes: 'FOLDER', help: 'Folder of the private chain, or of the scan feed' },
  offline: { help: 'Accepted for compatibility; the node has no peers' },
  upstream: {
    takes: 'URL[,URL...]',
    help: 'monerod that answers; with several, the first that is available',
  },
  ...feedFlags,
  ...chainFlags,
  ...accessFlags,
  ...connectionFlagsFor(referenceCaps, lightCaps),
  ...upstreamFlags,
  ...zmqFlags,
  detach: { onCommandLineOnly: true, help: 'Run in the background' },
  pidfile: {
    takes: 'FILE',
    onCommandLineOnly: true,
    help: 'File for the process id, with --detach',
  },
  'config-file': {
    takes: 'FILE',
    onCommandLineOnly: true,
    help: 'File with NAME=VALUE lines; flags on the command line take precedence',
  },
  'confirm-external-bind': { help: 'Accepted for compatibility; no effect' },
  'non-interactive': { onCommandLineOnly: true, help: 'Accepted for compatibility; no effect' },
  ...rpcSslFlags,
  'rpc-ssl-allow-any-cert': {
    help: 'Accept any client certificate, regardless of the other flags',
  },
  version: { onCommandLineOnly: true, help: 'Show the version' },
  'os-version': { onCommandLineOnly: true, help: 'Show the operating system' },
  help: { onCommandLineOnly: true, help: 'Show this help' },
} as const satisfies Flags

export type NodeGiven = Given<typeof flags>

/** @throws {UsageError} Names the flag that is unknown or lacks its value. */
export const readNodeFlags = (
  args: readonly string[],
  environment: Environment = {},
): ProgramFlags<typeof flags> =>
  readProgramFlags(flags, ineffectiveFlags, args, environment, hasEffect)

/** Flags that need another flag. */
const needs: { readonly [name: string]: string } = {
  'mining-threads': 'start-mining',
  'bg-mining-enable': 'start-mining',
  'bg-mining-ignore-battery': 'start-mining',
  'bootstrap-daemon-login': 'bootstrap-daemon-address',
  'bootstrap-daemon-proxy': 'bootstrap-daemon-address',
  'rpc-bind-ipv6-address': 'rpc-use-ipv6',
  'rpc-restricted-bind-ipv6-address': 'rpc-use-ipv6',
  'rpc-ignore-ipv4': 'rpc-use-ipv6',
  pidfile: 'detach',
  'no-zmq': 'zmq-pub',
}

function hasEffect(name: string, read: ReadonlyMap<string, unknown>): boolean {
  if (Object.hasOwn(chainFlags, name) && read.has('upstream')) return false
  if (name === 'zmq-pub') return !read.has('no-zmq')
  const other = needs[name]
  return other === undefined || read.has(other)
}
