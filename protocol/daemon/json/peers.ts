import { call } from '../contract.ts'
import { anything, bool, i64, list, object, text, u16, u32, u64 } from '../../fields.ts'
import { small } from '../limits.ts'
import { status } from '../status.ts'

const peer = object({
  id: anything.describe('A number, or a number as text.'),
  host: anything.describe('A.B.C.D, or a number.'),
  ip: u32,
  port: u16,
  rpc_port: u16.default(0),
  rpc_credits_per_hash: u32.default(0),
  last_seen: u64.describe('Unix seconds.'),
  pruning_seed: u32.default(0),
})

export const get_peer_list = call({
  summary: 'Known peers',
  limit: small,
  restricted: true,
  longAnswer: true,
  params: { public_only: bool.default(true), include_blocked: bool.default(false) },
  result: {
    ...status,
    white_list: list(peer).default([]).describe('Peers that were connected before.'),
    gray_list: list(peer).default([]).describe('Peers that other peers reported.'),
  },
  source: 'rpc/core_rpc_server.cpp on_get_peer_list',
})

const publicNode = object({
  host: text,
  last_seen: u64.describe('Unix seconds.'),
  rpc_port: u16,
  rpc_credits_per_hash: u32.default(0),
})

export const get_public_nodes = call({
  summary: 'Peers with a public RPC',
  limit: small,
  params: {
    gray: bool.default(false),
    white: bool.default(true),
    include_blocked: bool.default(false),
  },
  result: { ...status, gray: list(publicNode).default([]), white: list(publicNode).default([]) },
  source: 'rpc/core_rpc_server.cpp on_get_public_nodes',
})

export const get_net_stats = call({
  summary: 'Network traffic since the start',
  limit: small,
  restricted: true,
  params: {},
  result: {
    ...status,
    start_time: u64.describe('Unix seconds.'),
    total_packets_in: u64,
    total_bytes_in: u64,
    total_packets_out: u64,
    total_bytes_out: u64,
  },
  source: 'rpc/core_rpc_server.cpp on_get_net_stats',
})

const limits = {
  limit_up: i64.describe('kB per second.'),
  limit_down: i64.describe('kB per second.'),
}

export const get_limit = call({
  summary: 'Bandwidth limits',
  limit: small,
  bootstrap: 'answers',
  params: {},
  result: { ...status, ...limits },
  source: 'rpc/core_rpc_server.cpp on_get_limit',
})

export const set_limit = call({
  summary: 'Sets bandwidth limits',
  limit: small,
  restricted: true,
  once: true,
  params: {
    limit_down: i64
      .default(0n)
      .describe('kB per second; -1 sets the default, 0 leaves it unchanged.'),
    limit_up: i64
      .default(0n)
      .describe('kB per second; -1 sets the default, 0 leaves it unchanged.'),
  },
  result: { ...status, ...limits },
  source: 'rpc/core_rpc_server.cpp on_set_limit',
})

export const out_peers = call({
  summary: 'Sets the maximum of outgoing connections',
  limit: small,
  restricted: true,
  once: true,
  params: {
    set: bool.default(true).describe('False only returns the current value.'),
    out_peers: u32.default(0),
  },
  result: { ...status, out_peers: u32 },
  caution: 'disrupts',
  source: 'rpc/core_rpc_server.cpp on_out_peers',
})

export const in_peers = call({
  summary: 'Sets the maximum of incoming connections',
  limit: small,
  restricted: true,
  once: true,
  params: {
    set: bool.default(true).describe('False only returns the current value.'),
    in_peers: u32.default(0),
  },
  result: { ...status, in_peers: u32 },
  caution: 'disrupts',
  source: 'rpc/core_rpc_server.cpp on_in_peers',
})
