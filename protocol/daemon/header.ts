import { bool, object, text, u32, u64, u8 } from '../fields.ts'

/** Difficulty, 128 bits in three forms: the low and the high half, and hex. */
export const difficulty = {
  difficulty: u64.describe('Low 64 bits of the difficulty.'),
  wide_difficulty: text.default('').describe('All 128 bits in hex, with 0x.'),
  difficulty_top64: u64.default(0n).describe('High 64 bits of the difficulty.'),
}

/** Sum of the difficulties of all blocks up to one, in the same forms. */
export const cumulativeDifficulty = {
  cumulative_difficulty: u64.describe('Low 64 bits of the cumulative difficulty.'),
  wide_cumulative_difficulty: text.default('').describe('All 128 bits in hex, with 0x.'),
  cumulative_difficulty_top64: u64.default(0n).describe('High 64 bits.'),
}

/** @see monero src/rpc/core_rpc_server_commands_defs.h block_header_response */
export const header = object({
  major_version: u8,
  minor_version: u8,
  timestamp: u64.describe('Unix seconds.'),
  prev_hash: text,
  nonce: u32,
  orphan_status: bool.describe('The block is not in the main chain.'),
  height: u64,
  depth: u64.describe('Blocks after this one.'),
  hash: text,
  ...difficulty,
  ...cumulativeDifficulty,
  reward: u64.describe('Paid to the miner, in piconero.'),
  block_size: u64.describe('Same as block_weight.'),
  block_weight: u64.default(0n),
  num_txes: u64.describe('Transactions, without the miner transaction.'),
  pow_hash: text.default('').describe('Proof of work in hex; empty unless requested.'),
  long_term_weight: u64.default(0n),
  miner_tx_hash: text.default(''),
})

/** Requests the proof of work, which costs the node one RandomX hash for each block. */
export const fillPow = {
  fill_pow_hash: bool.default(false).describe('Compute the proof of work of each header.'),
}

/** A restricted node leaves the proof of work blank. */
export const withoutPow = { params: { fill_pow_hash: false } }
