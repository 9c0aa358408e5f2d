/**
 * Variables of the environment that stand for flags, for all of monero's programs that read them.
 *
 * @module
 */
import type { Flags } from './flags.ts'

/**
 * By the flag whose place they take.
 *
 * @see monero src/rpc/rpc_args.cpp process, contrib/epee/src/mlog.cpp mlog_configure
 */
const variables = { 'rpc-login': 'RPC_LOGIN', 'log-level': 'MONERO_LOGS' } as const

/** Variables as a process has them. */
export type Environment = { readonly [name: string]: string | undefined }

/**
 * What was given, and after it what the environment says for those of `flags` that were not. An empty
 * variable says nothing.
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
