import { call, restrictedCode } from '../contract.ts'
import { list, object, text, u32, u64 } from '../../fields.ts'
import { difficulty, fillPow, header, withoutPow } from '../header.ts'
import { large, small } from '../limits.ts'
import { client, paidStatus, status } from '../status.ts'

export const get_block_count = call({
  summary: 'Number of blocks in the longest chain',
  aliases: ['getblockcount'],
  limit: small,
  // monero parses a list of strings here and ignores it.
  params: { value: list(text).default([]) },
  bareParams: true,
  result: { count: u64.describe('Height of the top block plus one.'), ...status },
  source: 'rpc/core_rpc_server.cpp on_getblockcount',
})

export const on_get_block_hash = call({
  summary: 'Hash of the block at a height',
  aliases: ['on_getblockhash'],
  limit: small,
  params: { value: list(u64).describe('One height.') },
  bareParams: true,
  result: { value: text.describe('Block hash in hex.') },
  bareResult: true,
  errors: ['WRONG_ADDRESS'],
  source: 'rpc/core_rpc_server.cpp on_getblockhash',
})

export const get_last_block_header = call({
  summary: 'Header of the top block',
  aliases: ['getlastblockheader'],
  limit: small,
  onRestricted: withoutPow,
  bootstrap: 'answers',
  params: { ...client, ...fillPow },
  result: { ...paidStatus, block_header: header },
  source: 'rpc/core_rpc_server.cpp on_get_last_block_header',
})

export const get_block_header_by_hash = call({
  summary: 'Headers of the blocks with given hashes',
  aliases: ['getblockheaderbyhash'],
  limit: large,
  onRestricted: {
    ...withoutPow,
    cap: {
      list: 'hashes',
      accepts: { atMost: 1000 },
      refusal: {
        code: restrictedCode,
        message: 'Too many block headers requested in restricted mode',
      },
    },
  },
  bootstrap: 'answers',
  params: {
    ...client,
    hash: text.default('').describe('Block hash in hex.'),
    hashes: list(text).default([]).describe('Further hashes; their headers are in block_headers.'),
    ...fillPow,
  },
  result: {
    ...paidStatus,
    block_header: header.optional(),
    block_headers: list(header).default([]),
  },
  source: 'rpc/core_rpc_server.cpp on_get_block_header_by_hash',
})

export const get_block_header_by_height = call({
  summary: 'Header of the block at a height',
  aliases: ['getblockheaderbyheight'],
  sentAs: 'getblockheaderbyheight',
  limit: small,
  onRestricted: withoutPow,
  bootstrap: 'answers',
  params: { ...client, height: u64.default(0n), ...fillPow },
  result: { ...paidStatus, block_header: header },
  source: 'rpc/core_rpc_server.cpp on_get_block_header_by_height',
})

export const get_block_headers_range = call({
  summary: 'Headers of consecutive blocks',
  aliases: ['getblockheadersrange'],
  sentAs: 'getblockheadersrange',
  limit: small,
  onRestricted: {
    ...withoutPow,
    rangeCap: {
      from: 'start_height',
      to: 'end_height',
      atMost: 1000n,
      refusal: { code: restrictedCode, message: 'Too many block headers requested.' },
    },
  },
  bootstrap: 'answers',
  longAnswer: true,
  params: {
    ...client,
    start_height: u64.default(0n),
    end_height: u64.default(0n).describe('Last height, inclusive.'),
    ...fillPow,
  },
  result: { ...paidStatus, headers: list(header).default([]).describe('In ascending height.') },
  source: 'rpc/core_rpc_server.cpp on_get_block_headers_range',
})

export const get_block = call({
  summary: 'A whole block, by height or by hash',
  aliases: ['getblock'],
  limit: small,
  onRestricted: withoutPow,
  bootstrap: 'answers',
  longAnswer: true,
  params: {
    ...client,
    hash: text.default('').describe('Block hash in hex; if empty, height counts.'),
    height: u64.default(0n),
    ...fillPow,
  },
  result: {
    ...paidStatus,
    block_header: header,
    miner_tx_hash: text.default(''),
    tx_hashes: list(text).default([]).describe('Transactions, without the miner transaction.'),
    blob: text.describe('The block in hex.'),
    json: text.describe('The block as JSON text.'),
  },
  source: 'rpc/core_rpc_server.cpp on_get_block',
})

export const generateblocks = call({
  summary: 'Mines blocks on a private chain',
  limit: small,
  restricted: true,
  once: true,
  longAnswer: true,
  params: {
    amount_of_blocks: u64.default(0n),
    wallet_address: text.default('').describe('Receives the rewards.'),
    prev_block: text.default('').describe('Parent block; if empty, the top block.'),
    starting_nonce: u32.default(0),
  },
  result: {
    ...status,
    height: u64.describe('Height of the last new block.'),
    blocks: list(text).default([]).describe('Hashes of the new blocks.'),
  },
  source: 'rpc/core_rpc_server.cpp on_generateblocks',
})

export const get_alternate_chains = call({
  summary: 'Alternative chains',
  limit: small,
  restricted: true,
  longAnswer: true,
  params: {},
  result: {
    ...status,
    chains: list(
      object({
        block_hash: text.describe('First block that is not in the longest chain.'),
        height: u64,
        length: u64,
        ...difficulty,
        block_hashes: list(text).default([]),
        main_chain_parent_block: text,
      }),
    ).default([]),
  },
  source: 'rpc/core_rpc_server.cpp on_get_alternate_chains',
})
