import { call } from '../contract.ts'
import { bool, list, object, text, u32, u64 } from '../../fields.ts'
import { connection } from '../connection.ts'
import { large, small } from '../limits.ts'
import { client, paidStatus, status } from '../status.ts'

export const get_connections = call({
  summary: 'Connections to peers',
  limit: small,
  restricted: true,
  params: {},
  result: { ...status, connections: list(connection).default([]) },
  source: 'rpc/core_rpc_server.cpp on_get_connections',
})

export const sync_info = call({
  summary: 'Progress of the synchronisation, and its peers',
  limit: small,
  restricted: true,
  params: { ...client },
  result: {
    ...paidStatus,
    height: u64,
    target_height: u64.describe('0 if the node is synchronised.'),
    next_needed_pruning_seed: u32,
    peers: list(object({ info: connection })).default([]),
    spans: list(
      object({
        start_block_height: u64,
        nblocks: u64,
        connection_id: text,
        rate: u32,
        speed: u32,
        size: u64,
        remote_address: text,
      }),
    ).default([]),
    overview: text.default('').describe('One character for each span of blocks in the queue.'),
  },
  source: 'rpc/core_rpc_server.cpp on_sync_info',
})

export const set_bans = call({
  summary: 'Bans or unbans peers',
  limit: large,
  restricted: true,
  once: true,
  params: {
    bans: list(
      object({
        host: text.default('').describe('A.B.C.D; if empty, ip counts.'),
        ip: u32.default(0),
        ban: bool.default(false),
        seconds: u32.default(0),
      }),
    ).default([]),
  },
  result: status,
  caution: 'disrupts',
  source: 'rpc/core_rpc_server.cpp on_set_bans',
})

export const get_bans = call({
  summary: 'Banned peers',
  limit: small,
  restricted: true,
  params: {},
  result: {
    ...status,
    bans: list(
      object({ host: text, ip: u32, seconds: u32.describe('Remaining seconds of the ban.') }),
    ).default([]),
  },
  source: 'rpc/core_rpc_server.cpp on_get_bans',
})

export const banned = call({
  summary: 'Whether an address is banned',
  limit: small,
  restricted: true,
  params: { address: text.default('') },
  result: { status: status.status, banned: bool, seconds: u32 },
  source: 'rpc/core_rpc_server.cpp on_banned',
})
