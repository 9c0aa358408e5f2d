import { call } from '../contract.ts'
import { bool, list, object, text, u32, u64 } from '../../fields.ts'
import { large } from '../limits.ts'
import { outputsCap, wantedOutputs } from '../wanted-outputs.ts'
import { poolTimes } from '../pool-times.ts'
import { client, paidStatus } from '../status.ts'

const entry = object({
  tx_hash: text,
  as_hex: text.default('').describe('The transaction in hex; empty if it is split or pruned.'),
  pruned_as_hex: text.default(''),
  prunable_as_hex: text.default(''),
  prunable_hash: text.default(''),
  as_json: text.default(''),
  in_pool: bool,
  double_spend_seen: bool.default(false),
  block_height: u64.default(0n),
  confirmations: u64.default(0n),
  block_timestamp: u64.default(0n).describe('Unix seconds.'),
  output_indices: list(u64).default([]),
  relayed: bool.default(false).describe('Only for transactions in the pool.'),
  received_timestamp: u64.default(0n).describe('Only for transactions in the pool; Unix seconds.'),
})

export const get_transactions = call({
  summary: 'Transactions by hash, from the chain and the transaction pool',
  aliases: ['gettransactions'],
  sentAs: 'gettransactions',
  sentDefaults: { decode_as_json: false, prune: false },
  limit: large,
  onRestricted: {
    zeroed: poolTimes,
    cap: {
      list: 'txs_hashes',
      accepts: { atMost: 100 },
      refusal: { status: 'Too many transactions requested in restricted mode' },
    },
  },
  bootstrap: 'answers',
  longAnswer: true,
  params: {
    ...client,
    txs_hashes: list(text).default([]),
    decode_as_json: bool.default(false),
    prune: bool.default(false),
    split: bool.default(false),
  },
  result: {
    ...paidStatus,
    txs_as_hex: list(text).default([]),
    txs_as_json: list(text).default([]),
    txs: list(entry).default([]),
    missed_tx: list(text).default([]).describe('Hashes that were not found.'),
  },
  source: 'rpc/core_rpc_server.cpp on_get_transactions',
})

export const is_key_image_spent = call({
  summary: 'Whether key images are spent',
  limit: large,
  onRestricted: {
    cap: {
      list: 'key_images',
      accepts: { atMost: 5000 },
      refusal: { status: 'Too many key images queried in restricted mode' },
    },
  },
  bootstrap: 'answers',
  params: { ...client, key_images: list(text).default([]) },
  result: {
    ...paidStatus,
    spent_status: list(u32).default([]).describe('0 unspent, 1 in the chain, 2 in the pool.'),
  },
  source: 'rpc/core_rpc_server.cpp on_is_key_image_spent',
})

export const send_raw_transaction = call({
  summary: 'Submits a transaction and relays it',
  aliases: ['sendrawtransaction'],
  sentAs: 'sendrawtransaction',
  limit: large,
  once: true,
  failsAsResult: true,
  addedField: 'not_rct',
  bootstrap: 'receives',
  params: {
    ...client,
    tx_as_hex: text.default(''),
    do_not_relay: bool.default(false),
    do_sanity_checks: bool.default(true).describe('Refuse transactions with implausible decoys.'),
  },
  result: {
    ...paidStatus,
    reason: text.default(''),
    not_relayed: bool.default(false),
    low_mixin: bool.default(false),
    double_spend: bool.default(false),
    invalid_input: bool.default(false),
    invalid_output: bool.default(false),
    too_big: bool.default(false),
    overspend: bool.default(false),
    fee_too_low: bool.default(false),
    too_few_outputs: bool.default(false),
    sanity_check_failed: bool.default(false),
    tx_extra_too_big: bool.default(false),
    nonzero_unlock_time: bool.default(false),
    not_rct: bool.default(false),
  },
  caution: 'spends',
  source: 'rpc/core_rpc_server.cpp on_send_raw_tx',
})

export const get_outs = call({
  summary: 'Keys and commitments of outputs',
  limit: large,
  onRestricted: { cap: outputsCap },
  bootstrap: 'answers',
  longAnswer: true,
  params: { ...wantedOutputs, get_txid: bool.default(false) },
  result: {
    ...paidStatus,
    outs: list(
      object({
        key: text.describe('One-time key.'),
        mask: text.describe('Commitment to the amount.'),
        unlocked: bool,
        height: u64,
        txid: text.default(''),
      }),
    ).default([]),
  },
  source: 'rpc/core_rpc_server.cpp on_get_outs',
})
