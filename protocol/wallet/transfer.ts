/**
 * A transfer in the lists of wallet methods.
 *
 * @module
 * @see monero src/wallet/wallet_rpc_server_commands_defs.h transfer_entry
 */
import { bool, choice, list, object, text, u64 } from '../fields.ts'
import { subaddressIndex } from './subaddress.ts'

const destination = object({
  amount: u64.describe('In piconero.'),
  address: text,
})

export const transferEntry = object({
  txid: text,
  payment_id: text.describe('16 hex digits, zeros for none; 64 for one of the old long ones.'),
  height: u64.describe('Of its block; 0 while not mined.'),
  timestamp: u64.describe('Of its block, or when it was sent; Unix seconds.'),
  amount: u64.describe('Received, or sent to others without the fee; in piconero.'),
  amounts: list(u64).describe('One for each output received.'),
  fee: u64.describe('In piconero.'),
  note: text,
  destinations: list(destination).describe('Of what was sent, as far as they are known.'),
  type: choice('in', 'block', 'out', 'pending', 'failed', 'pool'),
  unlock_time: u64.describe('A height, Unix seconds from 500000000 on, or 0.'),
  locked: bool,
  subaddr_index: subaddressIndex,
  subaddr_indices: list(subaddressIndex),
  address: text,
  double_spend_seen: bool.describe('The daemon saw one of its key images in another transaction.'),
  confirmations: u64.optional().describe('Blocks since; left out while there are none.'),
  suggested_confirmations_threshold: u64
    .optional()
    .describe('Blocks to wait for, by amount and lock; left out when none.'),
})
