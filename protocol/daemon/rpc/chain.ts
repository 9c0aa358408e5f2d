import { call } from '../contract.ts'
import { bool, list, object, text, u32, u64, u8 } from '../../fields.ts'
import { info } from '../info.ts'
import { small } from '../limits.ts'
import { client, paidStatus, status } from '../status.ts'

export const get_info = call({
  summary: 'State of the node and of its chain',
  limit: small,
  ...info,
})

export const hard_fork_info = call({
  summary: 'State of a hard fork',
  limit: small,
  bootstrap: 'answers',
  params: { ...client, version: u8.default(0).describe('If 0, the next one.') },
  result: {
    ...paidStatus,
    version: u8.describe('Major block version of the fork.'),
    enabled: bool,
    window: u32.describe('Number of blocks whose votes count.'),
    votes: u32,
    threshold: u32.describe('Required percentage of votes.'),
    voting: u8,
    state: u32.describe('0 likely forked, 1 update needed, 2 ready.'),
    earliest_height: u64,
  },
  source: 'rpc/core_rpc_server.cpp on_hard_fork_info',
})

export const get_version = call({
  summary: 'Version of the daemon RPC',
  limit: small,
  bootstrap: 'answers',
  params: {},
  result: {
    ...status,
    version: u32.describe('Major in the upper 16 bits, minor in the lower.'),
    release: bool,
    current_height: u64.default(0n),
    target_height: u64.default(0n),
    hard_forks: list(object({ hf_version: u8, height: u64 })).default([]),
  },
  source: 'rpc/core_rpc_server.cpp on_get_version',
})

export const get_fee_estimate = call({
  summary: 'Estimated fee per byte',
  limit: small,
  bootstrap: 'answers',
  params: {
    ...client,
    grace_blocks: u64
      .default(0n)
      .describe('Number of blocks for which the fee must stay high enough.'),
  },
  result: {
    ...paidStatus,
    fee: u64.describe('Per byte, in piconero.'),
    quantization_mask: u64.default(1n).describe('Fees are rounded up to a multiple of it.'),
    fees: list(u64).default([]).describe('Per byte: slow, normal, fast, fastest.'),
  },
  source: 'rpc/core_rpc_server.cpp on_get_base_fee_estimate',
})

export const get_coinbase_tx_sum = call({
  summary: 'Sum of rewards and fees of a range of blocks',
  limit: small,
  restricted: true,
  longAnswer: true,
  params: { ...client, height: u64.default(0n), count: u64.default(0n) },
  result: {
    ...paidStatus,
    emission_amount: u64.describe('Low 64 bits, in piconero.'),
    wide_emission_amount: text.default('').describe('All 128 bits in hex, with 0x.'),
    emission_amount_top64: u64.default(0n),
    fee_amount: u64.describe('Low 64 bits, in piconero.'),
    wide_fee_amount: text.default('').describe('All 128 bits in hex, with 0x.'),
    fee_amount_top64: u64.default(0n),
  },
  source: 'rpc/core_rpc_server.cpp on_get_coinbase_tx_sum',
})

export const prune_blockchain = call({
  summary: 'Prunes the chain, or returns whether it is pruned',
  limit: small,
  restricted: true,
  once: true,
  longAnswer: true,
  params: { check: bool.default(false).describe('True only returns whether the chain is pruned.') },
  result: { ...status, pruned: bool, pruning_seed: u32 },
  caution: 'disrupts',
  source: 'rpc/core_rpc_server.cpp on_prune_blockchain',
})

export const flush_cache = call({
  summary: 'Clears the caches of invalid blocks and transactions',
  limit: small,
  restricted: true,
  once: true,
  params: { bad_txs: bool.default(false), bad_blocks: bool.default(false) },
  result: status,
  caution: 'disrupts',
  source: 'rpc/core_rpc_server.cpp on_flush_cache',
})
