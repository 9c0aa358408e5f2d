/**
 * What a public node does not give: the caps and blanks of `monerod --restricted-rpc`, for a proxy
 * that is public while its node is not.
 *
 * @see monero src/rpc/core_rpc_server.cpp m_restricted
 * @module
 */
import type { DaemonContract } from '#protocol/contract.ts'
import { member } from './params.ts'

/** How monerod refuses: with a status, a JSON-RPC error, or an HTTP error. */
export type Cap = { status: string } | { code: number; message: string } | { http: number }

type Rule = (params: unknown) => Cap | undefined

/** monero CORE_RPC_ERROR_CODE_RESTRICTED */
export const RESTRICTED = -19

const count = (params: unknown, name: string) => {
  const value = member(params, name)
  return Array.isArray(value) ? value.length : 0
}
const atMost =
  (name: string, most: number, cap: Cap): Rule =>
  (params) =>
    count(params, name) > most ? cap : undefined

const outputs = atMost('outputs', 5000, { status: 'Too many outs requested' })
const ringCtOnly =
  'Restricted RPC can only get output distribution for rct outputs. Use your own node.'
const asksOther = (params: unknown) => {
  const amounts = member(params, 'amounts')
  return !(Array.isArray(amounts) && amounts.length === 1 && String(amounts[0]) === '0')
}
const number = (params: unknown, name: string) => {
  const value = member(params, name)
  const digits = typeof value === 'object' ? '' : String(value)
  return /^\d+$/.test(digits) ? BigInt(digits) : 0n
}

/** Calls with a cap, by table. */
const caps: Record<'rpc' | 'json' | 'bin', { readonly [name: string]: Rule }> = {
  rpc: {
    add_aux_pow: atMost('aux_pow', 10, { code: RESTRICTED, message: 'Too many aux pow hashes' }),
    get_block_header_by_hash: atMost('hashes', 1000, {
      code: RESTRICTED,
      message: 'Too many block headers requested in restricted mode',
    }),
    get_output_histogram: (params) =>
      count(params, 'amounts') === 0
        ? {
            status:
              'Restricted RPC will not serve histograms on the whole blockchain. Use your own node.',
          }
        : undefined,
    get_output_distribution: (params) =>
      asksOther(params) ? { code: RESTRICTED, message: ringCtOnly } : undefined,
  },
  json: {
    get_transactions: atMost('txs_hashes', 100, {
      status: 'Too many transactions requested in restricted mode',
    }),
    is_key_image_spent: atMost('key_images', 5000, {
      status: 'Too many key images queried in restricted mode',
    }),
    get_outs: outputs,
  },
  bin: {
    get_blocks_by_height: atMost('heights', 1000, {
      status: 'Too many blocks requested in restricted mode',
    }),
    get_outs: outputs,
    get_output_distribution: (params) => (asksOther(params) ? { http: 500 } : undefined),
  },
}

/** How monerod refuses this call on a public node; undefined when it does not. */
export const capOf = (table: keyof typeof caps, name: string, params: unknown): Cap | undefined =>
  Object.hasOwn(caps[table], name) ? caps[table][name]!(params) : undefined

/** What a public node says to a range of headers that exists, but is too long. */
export const tooManyHeaders = 'Too many block headers requested.'

/** Whether it is. monero RESTRICTED_BLOCK_HEADER_RANGE */
export const isLongRange = (params: unknown) =>
  number(params, 'end_height') - number(params, 'start_height') > 1000n

/** A proof of work costs the node a RandomX hash: a public node leaves it blank. */
export function withoutPow(contract: DaemonContract, params: unknown): unknown {
  if (!('fill_pow_hash' in contract.params) || typeof params !== 'object') return params
  return { ...params, fill_pow_hash: false }
}

const databaseStep = 5n * 1024n ** 3n

/** `get_info` without what it tells of the machine and its peers. */
export function blankInfo(info: object): object {
  const size = number(info, 'database_size')
  return {
    ...info,
    alt_blocks_count: 0,
    bootstrap_daemon_address: '',
    database_size: ((size + databaseStep - 1n) / databaseStep) * databaseStep,
    free_space: 2n ** 64n - 1n,
    grey_peerlist_size: 0,
    height_without_bootstrap: 0,
    incoming_connections_count: 0,
    outgoing_connections_count: 0,
    restricted: true,
    rpc_connections_count: 0,
    start_time: 0,
    update_available: false,
    version: '',
    was_bootstrap_ever_used: false,
    white_peerlist_size: 0,
  }
}

/**
 * When a transaction came and was relayed would tell who made it. Inside of texts the quotes are
 * escaped, so these names match as names alone.
 */
export const withoutTimes = (answer: string): string =>
  answer.replace(/"(receive_time|last_relayed_time|received_timestamp)": *\d+/g, '"$1": 0')
