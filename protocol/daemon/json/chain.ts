import { call } from '../contract.ts'
import { list, text, u64 } from '../../fields.ts'
import { info } from '../info.ts'
import { small } from '../limits.ts'
import { client, paidStatus, status } from '../status.ts'

export const get_height = call({
  summary: 'Height of the chain',
  aliases: ['getheight'],
  sentAs: 'getheight',
  limit: small,
  bootstrap: 'answers',
  params: {},
  result: {
    ...status,
    height: u64.describe('Height of the top block plus one.'),
    hash: text.describe('Hash of the top block.'),
  },
  source: 'rpc/core_rpc_server.cpp on_get_height',
})

export const get_info = call({
  summary: 'State of the node and of its chain',
  aliases: ['getinfo'],
  sentAs: 'getinfo',
  limit: small,
  ...info,
})

export const get_alt_blocks_hashes = call({
  summary: 'Hashes of alternative blocks',
  limit: small,
  restricted: true,
  bootstrap: 'answers',
  longAnswer: true,
  params: { ...client },
  result: { ...paidStatus, blks_hashes: list(text).default([]) },
  source: 'rpc/core_rpc_server.cpp on_get_alt_blocks_hashes',
})

export const save_bc = call({
  summary: 'Writes the chain to disk',
  limit: small,
  restricted: true,
  once: true,
  longAnswer: true,
  params: {},
  result: status,
  source: 'rpc/core_rpc_server.cpp on_save_bc',
})

export const pop_blocks = call({
  summary: 'Removes blocks from the top of the chain',
  limit: small,
  restricted: true,
  once: true,
  longAnswer: true,
  params: { nblocks: u64.default(0n) },
  result: { ...status, height: u64.describe('New height of the top block plus one.') },
  caution: 'disrupts',
  source: 'rpc/core_rpc_server.cpp on_pop_blocks',
})
