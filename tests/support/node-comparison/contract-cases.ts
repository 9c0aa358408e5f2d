/**
 * Generates cases of every call from the contracts of the daemon. A new call has cases automatically; a
 * new param needs values in `param-values.ts`.
 *
 * @module
 */
import type { DaemonContract } from '#protocol/daemon/contract.ts'
import { bin, json, rpc } from '#protocol/daemon/calls.ts'
import { epeeFrom } from '#protocol/epee/epee.ts'
import type { AnyField } from '#protocol/fields.ts'
import type { Case } from './scene-cases.ts'
import type { Below } from './chain-contents.ts'
import type { Values } from './param-values.ts'

/** Calls that change what the others find: the steps of a test make them. */
const madeBySteps = [
  'generateblocks',
  'flush_txpool',
  'prune_blockchain',
  '/pop_blocks',
  '/stop_daemon',
  '/start_mining',
  '/stop_mining',
  '/set_log_hash_rate',
  '/set_bootstrap_daemon',
]

/** Calls that the specification names and monerod no longer has. */
export const gone = ['/start_save_graph', '/stop_save_graph']

/** Calls that newer restricted nodes hide. */
export const newlyHidden = ['/get_alt_blocks_hashes']

/** Params without which monerod takes the asker for a bad one, and bans the address after a few times. */
const needed: { readonly [call: string]: readonly string[] } = {
  '/get_blocks.bin': ['block_ids'],
  '/get_hashes.bin': ['block_ids'],
}

type Choice = readonly [name: string, values: readonly unknown[]]

type Call = { call: string; table: 'rpc' | 'json' | 'bin'; contract: DaemonContract }

const callsIn = (
  table: Call['table'],
  contracts: { readonly [name: string]: DaemonContract },
): Call[] =>
  Object.entries(contracts).map(([name, contract]) => ({
    table,
    contract,
    call: pathOf(table, name),
  }))

const pathOf = (table: Call['table'], name: string) =>
  table === 'rpc' ? name : table === 'json' ? `/${name}` : `/${name}.bin`

/** Every call of the contracts. */
export const everyCall: readonly Call[] = [
  ...callsIn('rpc', rpc),
  ...callsIn('json', json),
  ...callsIn('bin', bin),
]

/** Every value of every param at least once, the other params drawn; and none of them at all. */
export function casesOf(values: Values, below: Below): Case[] {
  const isAsked = ({ call }: Call) => !madeBySteps.includes(call) && !gone.includes(call)
  return everyCall.filter(isAsked).flatMap((one) => casesOfCall(one, values, below))
}

function casesOfCall(one: Call, values: Values, below: Below): Case[] {
  const { call, table, contract } = one
  const choices = Object.entries<AnyField>(contract.params).map(
    ([name, { kind }]) => [name, valuesFor(`${call}.${name}`, name, kind, values)] as const,
  )
  const always = needed[call] ?? []
  const leftOut = caseOf(
    one,
    drawnFrom(
      choices.filter(([name]) => always.includes(name)),
      below,
      always,
    ),
  )
  const aliases = (contract.aliases ?? []).map((alias) => ({
    ...leftOut,
    call: pathOf(table, alias),
    aliasOf: call,
  }))
  const drawn = choices.flatMap(([name, all]) =>
    all.map((value) => caseOf(one, { ...drawnFrom(choices, below, always), [name]: value })),
  )
  return [leftOut, ...aliases, ...drawn]
}

function valuesFor(path: string, name: string, kind: string, values: Values): readonly unknown[] {
  const found = values[path] ?? (kind === 'bool' ? [false, true] : values[name])
  if (!found)
    throw new Error(`tests/support/node-comparison/param-values.ts: no values to ask ${path} with`)
  return found
}

/** Some of the params and those that are needed, each with one of its values. */
function drawnFrom(choices: readonly Choice[], below: Below, always: readonly string[]) {
  const drawn = choices.flatMap(([name, all]) => {
    const at = below(all.length + (always.includes(name) ? 0 : 1))
    return at < all.length ? [[name, all[at]] as const] : []
  })
  return Object.fromEntries(drawn)
}

function caseOf({ call, table, contract }: Call, params: { [name: string]: unknown }): Case {
  if (contract.bareParams)
    return 'value' in params ? { call, params: params.value as object } : { call }
  if (table !== 'bin' || contract.codec === 'json') return { call, params }
  return { call, body: epeeFrom(contract.params, params), bodyParams: params }
}
