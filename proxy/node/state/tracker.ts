/**
 * Counts calls and their time. Calls are free, so credits are always 0.
 *
 * @module
 * @see monero src/rpc/core_rpc_server.cpp RPCTracker
 */

/** `time` in nanoseconds. */
export type Tracked = { rpc: string; count: bigint; time: bigint; credits: bigint }

/** Calls with another name in the reference's list; calls of `.bin` with the suffix. */
const names: Readonly<Record<string, string>> = {
  get_block_count: 'getblockcount',
  on_get_block_hash: 'getblockhash',
  get_block_template: 'getblocktemplate',
  calc_pow: 'calcpow',
  submit_block: 'submitblock',
  get_fee_estimate: 'get_base_fee_estimate',
  send_raw_transaction: 'send_raw_tx',
  'get_blocks.bin': 'get_blocks',
  'get_blocks_by_height.bin': 'get_blocks_by_height',
  'get_hashes.bin': 'get_hashes',
  'get_o_indexes.bin': 'get_indexes',
  'get_outs.bin': 'get_outs_bin',
  'get_output_distribution.bin': 'get_output_distribution_bin',
  'get_transaction_pool_hashes.bin': 'get_transaction_pool_hashes',
}

/** Calls that the reference does not count. */
const uncounted = new Set(['get_miner_data', 'banned', 'set_bootstrap_daemon'])

export class Tracker {
  readonly #calls = new Map<string, { count: bigint; timeMs: number }>()

  /** @param call - Name of the call, with the suffix `.bin` for binary calls. */
  add(call: string, timeMs: number) {
    if (uncounted.has(call)) return
    const rpc = names[call] ?? call
    const { count, timeMs: before } = this.#calls.get(rpc) ?? { count: 0n, timeMs: 0 }
    this.#calls.set(rpc, { count: count + 1n, timeMs: before + timeMs })
  }

  list(): Tracked[] {
    return [...this.#calls].map(([rpc, { count, timeMs }]) => ({
      rpc,
      count,
      time: BigInt(Math.round(timeMs * 1e6)),
      credits: 0n,
    }))
  }

  clear() {
    this.#calls.clear()
  }
}
