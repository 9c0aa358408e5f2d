/**
 * What `nightjar-node` was started with: flags of monerod by the same names, and ours.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { readGiven, UsageError, type Flags, type Given } from '#protocol/flags.ts'
import { accessFlags } from './access.ts'
import { argumentsIn } from './config-file.ts'
import { idleFlags } from './idle-flags.ts'

export const flags = {
  'rpc-bind-port': { takes: 'PORT', help: 'Port to listen on; 18081.' },
  'rpc-bind-ip': { takes: 'IP', help: 'Address to listen on; 127.0.0.1.' },
  'rpc-restricted-bind-port': { takes: 'PORT', help: 'One more port, for the public.' },
  'rpc-restricted-bind-ip': { takes: 'IP', help: 'Address of that port; 127.0.0.1.' },
  'rpc-login': { takes: 'NAME:PASSWORD', help: 'Ask everyone for this login.' },
  regtest: { help: 'Answer from a private chain of its own.' },
  'fixed-difficulty': { takes: 'DIFFICULTY', help: 'Of all its blocks; computed when 0.' },
  'keep-fakechain': { help: 'Keep the chain of the last time.' },
  'data-dir': { takes: 'FOLDER', help: 'Where the private chain is.' },
  offline: { help: 'Accepted: it has no peers.' },
  upstream: { takes: 'URL[,URL...]', help: 'monerod to ask; the next while one is away.' },
  ...accessFlags,
  'config-file': { takes: 'FILE', help: 'Flags, NAME=VALUE a line; those given here come first.' },
  'confirm-external-bind': { help: 'Accepted, since monerod wants it.' },
  'non-interactive': { help: 'Accepted: it never asks.' },
  'rpc-ssl': { takes: 'MODE', help: 'disabled or autodetect: a TLS proxy stands in front.' },
  version: { help: 'Show the version.' },
  'os-version': { help: 'Show the system.' },
  help: { help: 'Show this.' },
} as const satisfies Flags

/** Everything that is taken. */
export const allFlags: Flags = { ...idleFlags, ...flags }

export type NodeFlags = {
  given: Given<typeof flags>
  /** Names of flags that were given and have no effect. */
  idle: string[]
}

/** @throws {UsageError} Naming the flag that there is not, or that cannot be meant. */
export function readNodeFlags(args: readonly string[]): NodeFlags {
  const file = readGiven(allFlags, args).get('config-file')
  const kept = typeof file === 'string' ? argumentsIn(readConfig(file), allFlags) : []
  // Of a flag given twice the last counts: the command line's.
  const read = readGiven(allFlags, [...kept, ...args])
  if (read.get('rpc-ssl') === 'enabled')
    throw new UsageError('--rpc-ssl enabled: put a TLS proxy in front instead')
  const isOurs = ([name]: [string, unknown]) => Object.hasOwn(flags, name)
  return {
    given: Object.fromEntries([...read].filter(isOurs)),
    idle: [...read].filter((one) => !isOurs(one)).map(([name]) => name),
  }
}

function readConfig(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new UsageError(`Can't find config file ${file}`)
  }
}
