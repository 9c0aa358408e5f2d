/**
 * Environment variables that monero's programs read in place of flags.
 *
 * @module
 */
import type { Flags } from './flags.ts'

/**
 * By the flag that they replace.
 *
 * @see monero src/rpc/rpc_args.cpp process, contrib/epee/src/mlog.cpp mlog_configure
 */
const variables = { 'rpc-login': 'RPC_LOGIN', 'log-level': 'MONERO_LOGS' } as const

/** The environment of a process. */
export type Environment = { readonly [name: string]: string | undefined }

/**
 * The given flags, and those of `flags` that only the environment sets. An empty variable counts as missing.
 */
export function withEnvironment(
  flags: Flags,
  given: ReadonlyMap<string, string | true>,
  environment: Environment,
): Map<string, string | true> {
  const set = Object.entries(variables).flatMap(([flag, variable]) => {
    const value = environment[variable]
    return Object.hasOwn(flags, flag) && value ? [[flag, value] as const] : []
  })
  return new Map([...given, ...set.filter(([flag]) => !given.has(flag))])
}
