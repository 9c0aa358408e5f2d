import { call } from '../contract.ts'
import { bool, i32, text } from '../../fields.ts'
import { small } from '../limits.ts'
import { status } from '../status.ts'

export const set_log_level = call({
  summary: 'Sets the log level',
  limit: small,
  restricted: true,
  once: true,
  params: { level: i32.default(0).describe('0 (least) to 4 (most).') },
  result: status,
  source: 'rpc/core_rpc_server.cpp on_set_log_level',
})

export const set_log_categories = call({
  summary: 'Sets the log categories',
  limit: small,
  restricted: true,
  once: true,
  params: { categories: text.default('').describe('NAME:LEVEL, separated by commas.') },
  result: { ...status, categories: text.default('') },
  source: 'rpc/core_rpc_server.cpp on_set_log_categories',
})

export const set_bootstrap_daemon = call({
  summary: 'Sets the node that answers while this one synchronises',
  limit: small,
  restricted: true,
  once: true,
  params: {
    address: text.default('').describe('HOST:PORT.'),
    username: text.default(''),
    password: text.default('').secret(),
    proxy: text.default(''),
  },
  result: { status: status.status },
  caution: 'disrupts',
  source: 'rpc/core_rpc_server.cpp on_set_bootstrap_daemon',
})

export const stop_daemon = call({
  summary: 'Stops the node',
  limit: small,
  restricted: true,
  once: true,
  params: {},
  result: status,
  caution: 'disrupts',
  source: 'rpc/core_rpc_server.cpp on_stop_daemon',
})

export const update = call({
  summary: 'Checks for a newer version, or downloads it',
  limit: small,
  restricted: true,
  once: true,
  params: { command: text.default('').describe('check or download.'), path: text.default('') },
  result: {
    ...status,
    update: bool.describe('A newer version exists.'),
    version: text.default(''),
    user_uri: text.default(''),
    auto_uri: text.default(''),
    hash: text.default(''),
    path: text.default(''),
  },
  caution: 'disrupts',
  source: 'rpc/core_rpc_server.cpp on_update',
})

const savesGraph = () =>
  call({
    summary: 'Does nothing; kept for old clients',
    limit: small,
    restricted: true,
    obsolete: true,
    params: {},
    result: status,
    source: 'removed from monero; documented for monerod',
  })

export const start_save_graph = savesGraph()

export const stop_save_graph = savesGraph()
