import { call } from '../contract.ts'
import { bool, bytes, list, object, u64, u8 } from '../../fields.ts'
import { completeBlock } from '../block.ts'
import { large } from '../limits.ts'
import { hash, hashes } from '../packed.ts'
import { client, paidStatus } from '../status.ts'

const indices = object({ indices: list(u64).default([]).describe('One for each output.') })

export const get_blocks = call({
  summary: 'Blocks after the last one that both sides have',
  aliases: ['getblocks'],
  sentAs: 'getblocks',
  sentDefaults: { start_height: 0n, prune: false },
  limit: large,
  startBlock: {
    history: 'block_ids',
    height: 'start_height',
    poolOnly: { param: 'requested_info', equals: 2 },
  },
  bootstrap: 'answers',
  longAnswer: true,
  params: {
    ...client,
    requested_info: u8.default(0).describe('0 blocks, 1 blocks and pool, 2 pool.'),
    block_ids: hashes
      .default([])
      .describe(
        'Known blocks, newest first: ten, then 2, 4, 8, ... blocks apart, then the genesis block.',
      ),
    start_height: u64.default(0n).describe('Height to start from instead, if it is above 0.'),
    prune: bool.default(false),
    no_miner_tx: bool
      .default(false)
      .describe('Leave out the output indices of miner transactions.'),
    pool_info_since: u64
      .default(0n)
      .describe('daemon_time of the last answer; 0 for the whole pool.'),
    max_block_count: u64.default(0n).describe('If 0, the limit of the node.'),
  },
  result: {
    ...paidStatus,
    blocks: list(completeBlock).default([]),
    start_height: u64.describe('Height of the first block in the answer.'),
    current_height: u64.describe('Height of the top block plus one.'),
    output_indices: list(object({ indices: list(indices).default([]) }))
      .default([])
      .describe('Global output indices, by block, transaction and output.'),
    daemon_time: u64.default(0n).describe('Time of the pool information, Unix seconds.'),
    pool_info_extent: u8.default(0).describe('0 none, 1 changes, 2 the whole pool.'),
    added_pool_txs: list(
      object({ tx_hash: hash, tx_blob: bytes, double_spend_seen: bool }),
    ).default([]),
    remaining_added_pool_txids: hashes.default([]),
    removed_pool_txids: hashes.default([]),
  },
  source: 'rpc/core_rpc_server.cpp on_get_blocks',
})

export const get_blocks_by_height = call({
  summary: 'Blocks at given heights',
  aliases: ['getblocks_by_height'],
  sentAs: 'getblocks_by_height',
  limit: large,
  onRestricted: {
    cap: {
      list: 'heights',
      accepts: { atMost: 1000 },
      refusal: { status: 'Too many blocks requested in restricted mode' },
    },
  },
  bootstrap: 'answers',
  longAnswer: true,
  params: { ...client, heights: list(u64).default([]) },
  result: { ...paidStatus, blocks: list(completeBlock).default([]) },
  source: 'rpc/core_rpc_server.cpp on_get_blocks_by_height',
})

export const get_hashes = call({
  summary: 'Block hashes after the last block that both sides have',
  aliases: ['gethashes'],
  sentAs: 'gethashes',
  limit: large,
  startBlock: { history: 'block_ids' },
  bootstrap: 'answers',
  longAnswer: true,
  params: {
    ...client,
    block_ids: hashes.default([]).describe('As in get_blocks.'),
    start_height: u64.default(0n),
  },
  result: {
    ...paidStatus,
    m_block_ids: hashes.default([]),
    start_height: u64.describe('Height of the first hash in the answer.'),
    current_height: u64.describe('Height of the top block plus one.'),
  },
  source: 'rpc/core_rpc_server.cpp on_get_hashes',
})
