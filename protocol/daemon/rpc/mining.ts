import { call, restrictedCode } from '../contract.ts'
import { list, object, text, u32, u64, u8 } from '../../fields.ts'
import { difficulty } from '../header.ts'
import { large, small } from '../limits.ts'
import { status } from '../status.ts'

export const get_block_template = call({
  summary: 'Block template to mine',
  aliases: ['getblocktemplate'],
  limit: small,
  bootstrap: 'answers',
  params: {
    reserve_size: u64.default(0n).describe('Bytes to reserve in extra, up to 255.'),
    wallet_address: text.default('').describe('Receives the reward.'),
    prev_block: text.default('').describe('Parent block; if empty, the top block.'),
    extra_nonce: text.default('').describe('Reserved bytes in hex.'),
  },
  result: {
    ...status,
    ...difficulty,
    height: u64,
    reserved_offset: u64,
    expected_reward: u64.describe('In piconero.'),
    prev_hash: text,
    seed_height: u64.default(0n),
    blocktemplate_blob: text,
    blockhashing_blob: text,
    seed_hash: text.default(''),
    next_seed_hash: text.default(''),
  },
  source: 'rpc/core_rpc_server.cpp on_getblocktemplate',
})

export const get_miner_data = call({
  summary: 'Data for mining pools that build their own block templates',
  limit: small,
  params: {},
  result: {
    ...status,
    major_version: u8,
    height: u64,
    prev_id: text,
    seed_hash: text,
    difficulty: text.describe('128 bits in hex, with 0x.'),
    median_weight: u64,
    already_generated_coins: u64.describe('In piconero.'),
    tx_backlog: list(object({ id: text, weight: u64, fee: u64 })).default([]),
  },
  source: 'rpc/core_rpc_server.cpp on_getminerdata',
})

export const calc_pow = call({
  summary: 'Proof of work of a block',
  limit: large,
  restricted: true,
  longAnswer: true,
  params: {
    major_version: u8.default(0),
    height: u64.default(0n),
    block_blob: text.default('').describe('In hex.'),
    seed_hash: text.default(''),
  },
  result: { value: text.describe('The hash in hex.') },
  bareResult: true,
  source: 'rpc/core_rpc_server.cpp on_calcpow',
})

const auxiliary = object({ id: text.default(''), hash: text.default('') })

export const add_aux_pow = call({
  summary: 'Adds merge-mined chains to a block template',
  limit: large,
  onRestricted: {
    cap: {
      list: 'aux_pow',
      accepts: { atMost: 10 },
      refusal: { code: restrictedCode, message: 'Too many aux pow hashes' },
    },
  },
  bootstrap: 'answers',
  params: { blocktemplate_blob: text.default(''), aux_pow: list(auxiliary).default([]) },
  result: {
    ...status,
    blocktemplate_blob: text,
    blockhashing_blob: text,
    merkle_root: text,
    merkle_tree_depth: u32,
    aux_pow: list(auxiliary).default([]),
  },
  source: 'rpc/core_rpc_server.cpp on_add_aux_pow',
})

export const submit_block = call({
  summary: 'Submits a mined block',
  aliases: ['submitblock'],
  limit: large,
  once: true,
  params: { value: list(text).describe('One block in hex.') },
  bareParams: true,
  result: { ...status, block_id: text.default('').describe('Hash of the block.') },
  source: 'rpc/core_rpc_server.cpp on_submitblock',
})
