import { call } from '../contract.ts'
import { bool, text, u32, u64, u8 } from '../../fields.ts'
import { difficulty } from '../header.ts'
import { small } from '../limits.ts'
import { status } from '../status.ts'

export const start_mining = call({
  summary: 'Starts mining in the node',
  limit: small,
  restricted: true,
  once: true,
  params: {
    miner_address: text.default('').describe('Receives the rewards.'),
    threads_count: u64.default(0n),
    do_background_mining: bool.default(false),
    ignore_battery: bool.default(false),
  },
  result: status,
  source: 'rpc/core_rpc_server.cpp on_start_mining',
})

export const stop_mining = call({
  summary: 'Stops mining in the node',
  limit: small,
  restricted: true,
  once: true,
  params: {},
  result: status,
  source: 'rpc/core_rpc_server.cpp on_stop_mining',
})

export const mining_status = call({
  summary: 'Mining status and hash rate',
  limit: small,
  restricted: true,
  params: {},
  result: {
    ...status,
    active: bool,
    speed: u64.describe('Hashes per second.'),
    threads_count: u32,
    address: text.default('').describe('Empty if the node does not mine.'),
    pow_algorithm: text.default(''),
    is_background_mining_enabled: bool,
    bg_idle_threshold: u8.default(0),
    bg_min_idle_seconds: u8.default(0),
    bg_ignore_battery: bool.default(false),
    bg_target: u8.default(0),
    block_target: u32.describe('Seconds between blocks.'),
    block_reward: u64.describe('In piconero.'),
    ...difficulty,
  },
  source: 'rpc/core_rpc_server.cpp on_mining_status',
})

export const set_log_hash_rate = call({
  summary: 'Switches the hash rate in the log on or off',
  limit: small,
  restricted: true,
  once: true,
  params: { visible: bool.default(false) },
  result: status,
  source: 'rpc/core_rpc_server.cpp on_set_log_hash_rate',
})
