/**
 * What `nightjar-node` was started with: flags of monerod by the same names, and ours.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { readWithFile } from '../flags/config-file.ts'
import { withEnvironment, type Environment } from '../flags/environment.ts'
import type { Flags, Given } from '../flags/flags.ts'
import { rpcSslFlags } from '../tls/flags.ts'
import { accessFlags } from './access-flags.ts'
import { idleFlags } from './ineffective-flags.ts'
import { ownFlags } from './chain-flags.ts'

/** Which of them a config file may not hold: monero src/daemon/main.cpp visible_options */
export const flags = {
  'rpc-bind-port': { takes: 'PORT', help: 'Port to listen on; 18081.' },
  'rpc-bind-ip': { takes: 'IP', help: 'Address to listen on; 127.0.0.1.' },
  'rpc-restricted-bind-port': { takes: 'PORT', help: 'One more port, for the public.' },
  'rpc-restricted-bind-ip': { takes: 'IP', help: 'Address of that port; 127.0.0.1.' },
  'rpc-use-ipv6': { help: 'Listen on an IPv6 address too.' },
  'rpc-bind-ipv6-address': { takes: 'IP', help: 'That address; ::1.' },
  'rpc-restricted-bind-ipv6-address': {
    takes: 'IP',
    help: 'That of the port for the public; ::1.',
  },
  'rpc-ignore-ipv4': { help: 'Go on where the IPv4 address is not to be had.' },
  'rpc-login': { takes: 'NAME[:PASSWORD]', help: 'Ask everyone for this login; or RPC_LOGIN.' },
  regtest: { help: 'Answer from a private chain of its own.' },
  'fixed-difficulty': { takes: 'DIFFICULTY', help: 'Of all its blocks; computed when 0.' },
  'keep-fakechain': { help: 'Keep the chain of the last time.' },
  'data-dir': { takes: 'FOLDER', help: 'Where the private chain is.' },
  offline: { help: 'Accepted: it has no peers.' },
  upstream: { takes: 'URL[,URL...]', help: 'monerod to ask; the next while one is away.' },
  ...ownFlags,
  ...accessFlags,
  detach: { onCommandLineOnly: true, help: 'Go on in the background.' },
  pidfile: {
    takes: 'FILE',
    onCommandLineOnly: true,
    help: 'Where the process id is then written.',
  },
  'config-file': {
    takes: 'FILE',
    onCommandLineOnly: true,
    help: 'Flags, NAME=VALUE a line; those given here come first.',
  },
  'confirm-external-bind': { help: 'Accepted, since monerod wants it.' },
  'non-interactive': { onCommandLineOnly: true, help: 'Accepted: it never asks.' },
  ...rpcSslFlags,
  'rpc-ssl-allow-any-cert': { help: 'Clients may have any certificate, whatever is listed.' },
  version: { onCommandLineOnly: true, help: 'Show the version.' },
  'os-version': { onCommandLineOnly: true, help: 'Show the system.' },
  help: { onCommandLineOnly: true, help: 'Show this.' },
} as const satisfies Flags

/** Everything that is taken. */
export const allFlags: Flags = { ...idleFlags, ...flags }

export type NodeFlags = {
  given: Given<typeof flags>
  /** Names of flags that were given and have no effect. */
  idle: string[]
}

/**
 * What was given on the command line, in a file and in the environment.
 *
 * @throws {UsageError} Naming the flag that there is not, or that cannot be meant.
 */
export function readNodeFlags(args: readonly string[], environment: Environment = {}): NodeFlags {
  const fromFile = readWithFile(allFlags, args, (file) => readFileSync(file, 'utf8'))
  const read = withEnvironment(flags, fromFile, environment)
  const isOurs = ([name]: [string, unknown]) => Object.hasOwn(flags, name)
  return {
    given: Object.fromEntries([...read].filter(isOurs)),
    idle: [...read.keys()].filter((name) => !acts(name, read)),
  }
}

/** Flags that mean something beside another alone. */
const beside: { readonly [name: string]: string } = {
  'mining-threads': 'start-mining',
  'bg-mining-enable': 'start-mining',
  'bg-mining-ignore-battery': 'start-mining',
  'bootstrap-daemon-login': 'bootstrap-daemon-address',
  'bootstrap-daemon-proxy': 'bootstrap-daemon-address',
  'rpc-bind-ipv6-address': 'rpc-use-ipv6',
  'rpc-restricted-bind-ipv6-address': 'rpc-use-ipv6',
  'rpc-ignore-ipv4': 'rpc-use-ipv6',
  pidfile: 'detach',
}

/** Whether a flag has an effect among those that were given. */
function acts(name: string, read: ReadonlyMap<string, unknown>): boolean {
  if (!Object.hasOwn(flags, name)) return false
  if (Object.hasOwn(ownFlags, name) && read.has('upstream')) return false
  const other = beside[name]
  return other === undefined || read.has(other)
}
