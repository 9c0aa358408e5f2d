/**
 * What to ask of every call of the daemon, and what may differ between two answers to it.
 *
 * One list for every backend: a node, a proxy in front of it, a node of our own.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom } from '#protocol/epee/epee.ts'
import { minerAddress } from '../programs/monerod.ts'

/** What stands on the chain that is asked. Ids in hex. */
export type Scene = {
  genesis: string
  /** A block below the top, and one without transactions. */
  block: string
  /** A transaction in the chain, and one in the pool. */
  mined: string
  waiting: string
  /** A key image that was spent in the chain. */
  spent: string
}

export type Case = {
  /** `METHOD` of `/json_rpc`, or `/PATH`. */
  call: string
  /** Params, or the body of a binary call. */
  params?: object
  body?: Uint8Array
  /** The params that `body` encodes, for reports. */
  bodyParams?: object
  /** The call of which this is an alias. */
  aliasOf?: string
  /** Fields that may differ, anywhere in the answer. */
  volatile?: readonly string[]
  /** A call before each of both calls, so that both find the same state. */
  before?: { call: string; params?: object }
  /** A call after both calls. */
  after?: { call: string; params?: object }
}

const none = '00'.repeat(32)

/** Fields that count time or traffic. */
const clock = ['adjusted_time', 'free_space', 'database_size', 'rpc_connections_count']
const connection = [
  'live_time',
  'recv_count',
  'recv_idle_time',
  'send_count',
  'send_idle_time',
  'avg_download',
  'avg_upload',
  'current_download',
  'current_upload',
]
const mining = ['speed', 'active', 'address', 'threads_count']

/** Mines when the machine idles for long, so that no test waits for RandomX to get ready. */
const lazily = {
  miner_address: minerAddress,
  threads_count: 1,
  do_background_mining: true,
  ignore_battery: true,
}

const rpcCases = (scene: Scene): Case[] => [
  { call: 'get_block_count' },
  { call: 'get_block_count', params: ['ignored'] },
  { call: 'on_get_block_hash', params: [0] },
  { call: 'on_get_block_hash', params: [1_000_000] },
  { call: 'on_get_block_hash', params: [] },
  {
    call: 'get_block_template',
    params: { wallet_address: minerAddress, reserve_size: 60 },
    // A new miner transaction has a new key and so do all hashes of it.
    volatile: ['blocktemplate_blob', 'blockhashing_blob'],
  },
  { call: 'get_block_template', params: { wallet_address: 'x', reserve_size: 60 } },
  { call: 'submit_block', params: ['00'] },
  { call: 'submit_block', params: [] },
  { call: 'generateblocks', params: { amount_of_blocks: 1, wallet_address: 'x' } },
  { call: 'get_last_block_header' },
  { call: 'get_last_block_header', params: { fill_pow_hash: true } },
  { call: 'get_block_header_by_hash', params: { hash: scene.block } },
  { call: 'get_block_header_by_hash', params: { hashes: [scene.block, scene.genesis] } },
  { call: 'get_block_header_by_hash', params: { hash: none } },
  { call: 'get_block_header_by_hash', params: { hash: 'x' } },
  { call: 'get_block_header_by_height', params: { height: 3 } },
  { call: 'get_block_header_by_height', params: { height: 1_000_000 } },
  { call: 'get_block_headers_range', params: { start_height: 0, end_height: 9 } },
  { call: 'get_block_headers_range', params: { start_height: 9, end_height: 0 } },
  { call: 'get_block', params: { height: 2 } },
  { call: 'get_block', params: { hash: scene.block } },
  { call: 'get_block', params: { height: 1_000_000 } },
  { call: 'get_connections', volatile: connection },
  { call: 'get_info', volatile: clock },
  { call: 'hard_fork_info' },
  { call: 'hard_fork_info', params: { version: 16 } },
  { call: 'set_bans', params: { bans: [{ host: '10.1.2.3', ban: true, seconds: 3000 }] } },
  { call: 'set_bans', params: { bans: [{ ip: 0x0302010a, ban: true, seconds: 3000 }] } },
  { call: 'get_bans', volatile: ['seconds'] },
  { call: 'banned', params: { address: '10.1.2.3' }, volatile: ['seconds'] },
  { call: 'banned', params: { address: '10.1.2.4' } },
  { call: 'banned', params: { address: 'x' } },
  { call: 'get_output_histogram', params: { amounts: [0], unlocked: true } },
  { call: 'get_output_histogram', params: { amounts: ['0'] } },
  { call: 'get_coinbase_tx_sum', params: { height: 1, count: 5 } },
  { call: 'get_version' },
  { call: 'get_fee_estimate' },
  { call: 'get_fee_estimate', params: { grace_blocks: 10 } },
  { call: 'get_alternate_chains' },
  { call: 'relay_tx', params: { txids: [scene.waiting] } },
  { call: 'relay_tx', params: { txids: [none] } },
  { call: 'relay_tx', params: { txids: ['x'] } },
  { call: 'sync_info', volatile: connection },
  // Holds the seconds that transactions have waited.
  { call: 'get_txpool_backlog', volatile: ['backlog'] },
  { call: 'get_output_distribution', params: { amounts: [0], cumulative: true } },
  { call: 'get_output_distribution', params: { amounts: [0], binary: false, from_height: 3 } },
  { call: 'get_output_distribution', params: { amounts: [0], compress: true } },
  { call: 'get_miner_data' },
  { call: 'prune_blockchain', params: { check: true } },
  { call: 'calc_pow', params: { major_version: 14, height: 2, block_blob: '00', seed_hash: none } },
  { call: 'flush_cache', params: { bad_txs: true, bad_blocks: true } },
  { call: 'add_aux_pow', params: { blocktemplate_blob: 'x', aux_pow: [] } },
  { call: 'rpc_access_info', params: { client: 'x' } },
  { call: 'rpc_access_submit_nonce', params: { nonce: 1 } },
  { call: 'rpc_access_pay', params: { paying_for: 'x', payment: 1 } },
  { call: 'rpc_access_tracking', volatile: ['data'] },
  { call: 'rpc_access_data' },
  { call: 'rpc_access_account', params: { client: 'x' } },
  { call: 'flush_txpool', params: { txids: ['x'] } },
]

const jsonCases = (scene: Scene): Case[] => [
  { call: '/get_height' },
  { call: '/get_info', volatile: clock },
  { call: '/get_transactions', params: { txs_hashes: [scene.mined] } },
  {
    call: '/get_transactions',
    params: { txs_hashes: [scene.mined, scene.waiting, none], decode_as_json: true },
  },
  { call: '/get_transactions', params: { txs_hashes: [scene.mined], prune: true } },
  { call: '/get_transactions', params: { txs_hashes: [scene.mined], split: true } },
  { call: '/get_transactions', params: { txs_hashes: ['x'] } },
  { call: '/get_alt_blocks_hashes' },
  { call: '/is_key_image_spent', params: { key_images: [scene.spent, none] } },
  { call: '/is_key_image_spent', params: { key_images: ['x'] } },
  // The proxy adds a field that the specification names.
  { call: '/send_raw_transaction', params: { tx_as_hex: '00' }, volatile: ['not_rct'] },
  {
    call: '/start_mining',
    params: lazily,
    before: { call: '/stop_mining' },
    after: { call: '/stop_mining' },
  },
  { call: '/start_mining', params: { miner_address: 'x', threads_count: 1 } },
  { call: '/start_mining', params: { miner_address: minerAddress, threads_count: 1_000_000 } },
  { call: '/mining_status', volatile: mining },
  {
    call: '/set_log_hash_rate',
    params: { visible: false },
    before: { call: '/start_mining', params: lazily },
    after: { call: '/stop_mining' },
  },
  {
    call: '/stop_mining',
    before: { call: '/start_mining', params: lazily },
  },
  { call: '/stop_mining', before: { call: '/stop_mining' } },
  { call: '/set_log_hash_rate', params: { visible: true }, before: { call: '/stop_mining' } },
  { call: '/save_bc' },
  { call: '/get_peer_list', params: { public_only: false } },
  { call: '/get_peer_list' },
  { call: '/get_public_nodes', params: { gray: true } },
  { call: '/set_log_level', params: { level: 0 } },
  { call: '/set_log_level', params: { level: 9 } },
  { call: '/set_log_categories', params: { categories: '*:WARNING' } },
  { call: '/set_log_categories' },
  { call: '/set_bootstrap_daemon', params: { address: '127.0.0.1:1' } },
  { call: '/set_bootstrap_daemon', params: { address: '' } },
  { call: '/get_transaction_pool' },
  { call: '/get_transaction_pool_hashes' },
  { call: '/get_transaction_pool_stats', volatile: ['histo', 'histo_98pc', 'num_10m'] },
  { call: '/get_limit' },
  { call: '/set_limit', params: { limit_down: 9000, limit_up: 0 } },
  { call: '/set_limit', params: { limit_down: -1, limit_up: -1 } },
  { call: '/out_peers', params: { set: false } },
  { call: '/out_peers', params: { out_peers: 8 } },
  { call: '/in_peers', params: { in_peers: 8 } },
  {
    call: '/get_net_stats',
    volatile: ['total_bytes_in', 'total_bytes_out', 'total_packets_in', 'total_packets_out'],
  },
  { call: '/update', params: { command: 'nothing' } },
  { call: '/get_outs', params: { outputs: [{ amount: 0, index: 1 }], get_txid: true } },
  { call: '/get_outs', params: { outputs: [{ amount: 0, index: 1_000_000 }] } },
]

const binaryCases = (scene: Scene): Case[] => {
  const history = [hexToBytes(scene.block), hexToBytes(scene.genesis)]
  const blocks = (params: Parameters<typeof epeeFrom<typeof bin.get_blocks.params>>[1]) =>
    epeeFrom(bin.get_blocks.params, params)
  return [
    { call: '/get_blocks.bin', body: blocks({ block_ids: history }) },
    { call: '/get_blocks.bin', body: blocks({ block_ids: history, prune: true }) },
    { call: '/get_blocks.bin', body: blocks({ start_height: 3n, no_miner_tx: true }) },
    {
      call: '/get_blocks_by_height.bin',
      body: epeeFrom(bin.get_blocks_by_height.params, { heights: [0n, 5n] }),
    },
    {
      call: '/get_blocks_by_height.bin',
      body: epeeFrom(bin.get_blocks_by_height.params, { heights: [1_000_000n] }),
    },
    {
      call: '/get_hashes.bin',
      body: epeeFrom(bin.get_hashes.params, { block_ids: history, start_height: 0n }),
    },
    {
      call: '/get_o_indexes.bin',
      body: epeeFrom(bin.get_o_indexes.params, { txid: hexToBytes(scene.mined) }),
    },
    {
      call: '/get_outs.bin',
      body: epeeFrom(bin.get_outs.params, {
        outputs: [0n, 7n, 60n].map((index) => ({ amount: 0n, index })),
        get_txid: true,
      }),
    },
    {
      call: '/get_output_distribution.bin',
      body: epeeFrom(bin.get_output_distribution.params, { amounts: [0n], cumulative: true }),
    },
    { call: '/get_transaction_pool_hashes.bin', params: {} },
  ]
}

/** Cases that change the chain, and so what the others find. */
const changing: Case[] = [
  {
    call: 'generateblocks',
    params: { amount_of_blocks: 1, wallet_address: minerAddress },
    volatile: ['blocks', 'height'],
  },
  {
    call: '/pop_blocks',
    params: { nblocks: 1 },
    // A peer may send the block again.
    volatile: ['height'],
    before: {
      call: 'generateblocks',
      params: { amount_of_blocks: 1, wallet_address: minerAddress },
    },
  },
]

/** At least one case of every call; of an alias, the same. `changing`: those that change the chain. */
export const daemonCases = (scene: Scene): Case[] => [
  ...rpcCases(scene),
  ...jsonCases(scene),
  ...binaryCases(scene),
  ...changing,
]
