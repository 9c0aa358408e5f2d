/**
 * How long the answer to each call stays true.
 *
 * Nothing is true for ever: a block header contains its depth, and a list of blocks the height of the chain. Answers
 * about settled blocks alone come close, because monerod's chain does not reorganise that deep.
 *
 * @module
 */
import type { bin, json, rpc } from '#protocol/daemon/calls.ts'
import { settledAge } from '#protocol/daemon/output-counts.ts'
import type { CheckedCall } from '../daemon-backend.ts'

/** How long an answer stays true. */
export type Lifetime = {
  /**
   * - `settled`: until it is evicted.
   * - `tip`: until the id of the top block changes.
   * - `pool`: until the transaction pool or the top block changes.
   * - `arrival`: it is not kept, only sent to all clients that asked before it arrived.
   * - `never`: each client gets its own answer.
   */
  until: 'settled' | 'tip' | 'pool' | 'arrival' | 'never'
  /** Milliseconds after which it is not used, because it contains times or counts that change by themselves. */
  atMostMs?: number
  /** Bytes of the longest answer that is read whole. */
  longestBytes?: number
}

/** The tables of daemon calls. */
export type Table = 'rpc' | 'json' | 'bin'

type Params = CheckedCall['params']
/** @param settled - Height of the newest settled block; undefined if it is unknown. */
type Rule = Lifetime | ((params: Params, settled: bigint | undefined) => Lifetime)

const MiB = 1024 * 1024
/** Longer answers are streamed, so that slow clients keep few bytes in memory. */
export const usualLongestBytes = MiB
/** The whole chain has a count for each block, of 8 bytes or about 2. */
const wholeChain = 32 * MiB
/** The newest 720 blocks, pruned. Wallets request them from multiples of 64 on, so many of them receive the same answer. */
const dayOfBlocks = 16 * MiB
/** Of a pool that fills many blocks. */
const wholePool = 16 * MiB

const never: Lifetime = { until: 'never' }
const arrival: Lifetime = { until: 'arrival' }
const tip: Lifetime = { until: 'tip' }
const pool: Lifetime = { until: 'pool' }

/** `settled` if no block above the returned height affects the answer. */
const settledOr =
  (otherwise: Lifetime, lastBlock: (params: Params) => bigint | undefined): Rule =>
  (params, settled) => {
    const last = lastBlock(params)
    const isSettled = last !== undefined && settled !== undefined && last <= settled
    return isSettled ? { ...otherwise, until: 'settled' } : otherwise
  }

const heights = (value: unknown): bigint[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'bigint') : []
const highest = (value: unknown): bigint | undefined =>
  heights(value).reduce<bigint | undefined>((a, b) => (a !== undefined && a > b ? a : b), undefined)
const height = (value: unknown): bigint => (typeof value === 'bigint' ? value : 0n)

// Without `to_height` it ends at the top block.
const distribution = settledOr({ ...tip, longestBytes: wholeChain }, ({ to_height }) =>
  height(to_height) > 0n ? height(to_height) : undefined,
)

// Counts of connections, free space, the adjusted time.
const info: Lifetime = { ...pool, atMostMs: 2_000 }
/** Ages, and flags of transactions that change while the pool has the same ones: `relayed`, `double_spend_seen`. */
const poolDetails: Lifetime = { ...pool, atMostMs: 5_000, longestBytes: wholePool }

/** Methods of `/json_rpc`. */
const rpcRules: Record<keyof typeof rpc, Rule> = {
  get_block_count: tip,
  on_get_block_hash: settledOr(tip, ({ value }) => highest(value)),
  // Headers contain `depth`, their distance from the top block.
  get_last_block_header: tip,
  get_block_header_by_hash: tip,
  get_block_header_by_height: tip,
  get_block_headers_range: tip,
  get_block: tip,
  get_alternate_chains: never,
  get_coinbase_tx_sum: settledOr(tip, ({ height: from, count }) => height(from) + height(count)),
  get_info: info,
  // Its `state` also follows from the clock, by months.
  hard_fork_info: tip,
  // The height of the network, `target_height`, comes from peers.
  get_version: { ...tip, atMostMs: 10_000 },
  get_fee_estimate: tip,
  get_output_histogram: tip,
  get_output_distribution: distribution,
  // Seconds that transactions have waited.
  get_txpool_backlog: poolDetails,
  // A miner needs the newest template, and templates contain a new key each.
  get_block_template: never,
  get_miner_data: arrival,
  add_aux_pow: never,
  calc_pow: never,
  // About the client itself.
  rpc_access_info: never,
  // About the node and its peers, for its operator.
  rpc_access_data: never,
  get_connections: never,
  sync_info: never,
  get_bans: never,
  banned: never,
  // Effects.
  generateblocks: never,
  submit_block: never,
  prune_blockchain: never,
  flush_cache: never,
  flush_txpool: never,
  relay_tx: never,
  rpc_access_submit_nonce: never,
  rpc_access_pay: never,
  rpc_access_tracking: never,
  rpc_access_account: never,
  set_bans: never,
}

/** Calls at `/NAME`. */
const jsonRules: Record<keyof typeof json, Rule> = {
  get_height: tip,
  get_info: info,
  // Contains confirmations; transactions of the pool have flags.
  get_transactions: { ...pool, atMostMs: 5_000 },
  is_key_image_spent: pool,
  get_transaction_pool: poolDetails,
  get_transaction_pool_hashes: pool,
  get_transaction_pool_stats: poolDetails,
  // A ring is chosen once. Kept answers would only push out those that many clients ask for.
  get_outs: arrival,
  get_public_nodes: { ...tip, atMostMs: 30_000 },
  get_limit: { ...tip, atMostMs: 10_000 },
  // About the node and its peers, for its operator.
  get_alt_blocks_hashes: never,
  get_peer_list: never,
  get_net_stats: never,
  mining_status: never,
  // Without a request to the node.
  start_save_graph: never,
  stop_save_graph: never,
  // Effects.
  send_raw_transaction: never,
  start_mining: never,
  stop_mining: never,
  set_log_hash_rate: never,
  set_log_level: never,
  set_log_categories: never,
  set_bootstrap_daemon: never,
  set_limit: never,
  out_peers: never,
  in_peers: never,
  save_bc: never,
  pop_blocks: never,
  stop_daemon: never,
  update: never,
}

/** Calls at `/NAME.bin`. */
const binRules: Record<keyof typeof bin, Rule> = {
  // Contains the height of the chain. `daemon_time` is that of the kept answer: the next request of the client then asks
  // for pool changes since an earlier time, which only repeats some. @see monero on_get_blocks daemon_time
  get_blocks: ({ requested_info }) =>
    requested_info === 0
      ? { ...tip, longestBytes: dayOfBlocks }
      : { ...pool, atMostMs: 5_000, longestBytes: MiB },
  get_blocks_by_height: settledOr(tip, (params) => highest(params.heights)),
  get_hashes: tip,
  // The height of the transaction is unknown here, and a reorganisation changes its indices.
  get_o_indexes: tip,
  get_outs: arrival,
  get_output_distribution: distribution,
  get_transaction_pool_hashes: pool,
}

const rules: Record<Table, Readonly<Record<string, Rule>>> = {
  rpc: rpcRules,
  json: jsonRules,
  bin: binRules,
}

/**
 * How long the answer to a call stays true.
 *
 * @param topHeight - Height of the top block; undefined if it is unknown.
 */
export function lifetimeOf(
  table: Table,
  { name, contract, params }: Pick<CheckedCall, 'name' | 'contract' | 'params'>,
  topHeight: bigint | undefined,
): Lifetime {
  const rule = contract.once ? never : (rules[table][name] ?? never)
  if (typeof rule !== 'function') return rule
  return rule(params, topHeight === undefined ? undefined : topHeight - BigInt(settledAge))
}
