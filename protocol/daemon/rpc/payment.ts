import { call } from '../contract.ts'
import { bool, i64, list, object, text, u32, u64 } from '../../fields.ts'
import { small } from '../limits.ts'
import { client, paidStatus, status } from '../status.ts'

export const rpc_access_info = call({
  summary: 'The block template on which a client mines to pay for calls',
  limit: small,
  bootstrap: 'answers',
  params: { ...client },
  result: {
    ...paidStatus,
    hashing_blob: text,
    seed_height: u64,
    seed_hash: text,
    next_seed_hash: text,
    cookie: u32,
    diff: u64,
    credits_per_hash_found: u64,
    height: u64,
  },
  source: 'rpc/core_rpc_server.cpp on_rpc_access_info',
})

export const rpc_access_submit_nonce = call({
  summary: 'Submits a nonce as payment for calls',
  limit: small,
  once: true,
  bootstrap: 'answers',
  params: { ...client, nonce: u32.default(0), cookie: u32.default(0) },
  result: paidStatus,
  source: 'rpc/core_rpc_server.cpp on_rpc_access_submit_nonce',
})

export const rpc_access_pay = call({
  summary: 'Pays for calls of another service',
  limit: small,
  once: true,
  bootstrap: 'answers',
  params: { ...client, paying_for: text.default(''), payment: u64.default(0n) },
  result: paidStatus,
  source: 'rpc/core_rpc_server.cpp on_rpc_access_pay',
})

export const rpc_access_tracking = call({
  summary: 'Number of paid calls, by name',
  limit: small,
  restricted: true,
  once: true,
  params: { clear: bool.default(false) },
  result: {
    ...status,
    data: list(object({ rpc: text, count: u64, time: u64, credits: u64 })).default([]),
  },
  source: 'rpc/core_rpc_server.cpp on_rpc_access_tracking',
})

export const rpc_access_data = call({
  summary: 'Accounts of clients that pay for calls',
  limit: small,
  restricted: true,
  bootstrap: 'answers',
  params: {},
  result: {
    ...status,
    entries: list(
      object({
        client: text,
        balance: u64,
        last_update_time: u64,
        credits_total: u64,
        credits_used: u64,
        nonces_good: u64,
        nonces_stale: u64,
        nonces_bad: u64,
        nonces_dupe: u64,
      }),
    ).default([]),
    hashrate: u32,
  },
  source: 'rpc/core_rpc_server.cpp on_rpc_access_data',
})

export const rpc_access_account = call({
  summary: 'Adds credits to a client, or removes them',
  limit: small,
  restricted: true,
  once: true,
  bootstrap: 'answers',
  params: { ...client, delta_balance: i64.default(0n) },
  result: { ...status, credits: u64 },
  source: 'rpc/core_rpc_server.cpp on_rpc_access_account',
})
