import { call } from '../contract.ts'
import { bool, list, object, text, u32, u64 } from '../../fields.ts'
import { small } from '../limits.ts'
import { poolTimes } from '../pool-times.ts'
import { client, paidStatus } from '../status.ts'

const poolTransaction = object({
  id_hash: text,
  tx_json: text.default(''),
  blob_size: u64,
  weight: u64.default(0n),
  fee: u64.describe('In piconero.'),
  max_used_block_id_hash: text.default(''),
  max_used_block_height: u64.default(0n),
  kept_by_block: bool.default(false),
  last_failed_height: u64.default(0n),
  last_failed_id_hash: text.default(''),
  receive_time: u64.default(0n).describe('Unix seconds; 0 on a restricted node.'),
  relayed: bool.default(false),
  last_relayed_time: u64.default(0n).describe('Unix seconds; 0 on a restricted node.'),
  do_not_relay: bool.default(false),
  double_spend_seen: bool.default(false),
  tx_blob: text.default('').describe('In hex.'),
})

export const get_transaction_pool = call({
  summary: 'Transactions in the transaction pool',
  limit: small,
  onRestricted: { zeroed: poolTimes },
  bootstrap: 'answers',
  longAnswer: true,
  params: { ...client },
  result: {
    ...paidStatus,
    transactions: list(poolTransaction).default([]),
    spent_key_images: list(
      object({ id_hash: text.describe('Key image.'), txs_hashes: list(text).default([]) }),
    ).default([]),
  },
  source: 'rpc/core_rpc_server.cpp on_get_transaction_pool',
})

export const get_transaction_pool_hashes = call({
  summary: 'Hashes of the transactions in the pool',
  limit: small,
  bootstrap: 'answers',
  longAnswer: true,
  params: { ...client },
  result: { ...paidStatus, tx_hashes: list(text).default([]) },
  source: 'rpc/core_rpc_server.cpp on_get_transaction_pool_hashes',
})

export const get_transaction_pool_stats = call({
  summary: 'Statistics of the transaction pool',
  limit: small,
  bootstrap: 'answers',
  params: { ...client },
  result: {
    ...paidStatus,
    pool_stats: object({
      bytes_total: u64,
      bytes_min: u32,
      bytes_max: u32,
      bytes_med: u32,
      fee_total: u64.describe('In piconero.'),
      oldest: u64.describe('Unix seconds.'),
      txs_total: u32,
      num_failing: u32,
      num_10m: u32.describe('Transactions in the pool for more than ten minutes.'),
      num_not_relayed: u32,
      histo_98pc: u64.describe('98th percentile of the ages, in seconds.'),
      histo: list(object({ txs: u32, bytes: u64 })).default([]),
      num_double_spends: u32,
    }),
  },
  source: 'rpc/core_rpc_server.cpp on_get_transaction_pool_stats',
})
