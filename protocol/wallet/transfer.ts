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

/** Added to the fields of the reference, only where it is true. */
export const unverified = bool
  .optional()
  .describe(
    'True while it rests on the word of the daemon that the block contains this payment: the daemon sent the transaction pruned, without the hash that binds it to its id. The newest blocks are requested whole, which proves it; so do `scan_tx` and `verify_history`.',
  )

/** Added beside {@link unverified}, only where it is true. */
export const pinned = bool
  .optional()
  .describe(
    'True for an unverified payment from the scan feed whose file is confirmed: this release has its digest, or a second server has the same file (`--compare-feed`). The server of the feed alone could not have changed the payment. Proof replaces it.',
  )

export const transferEntry = object({
  txid: text,
  payment_id: text.describe(
    '16 hex digits, all zeros without a payment id; 64 hex digits for a long payment id of old transactions.',
  ),
  height: u64.describe('Height of its block; 0 if it is not mined.'),
  timestamp: u64.describe('Time of its block, or of sending; Unix seconds.'),
  amount: u64.describe('Received amount, or amount sent to others without the fee; in piconero.'),
  amounts: list(u64).describe('One for each output received.'),
  fee: u64.describe('In piconero.'),
  note: text.describe('Empty when the transfer has no note.'),
  destinations: list(destination).describe('Recipients of a sent transfer, as far as known.'),
  type: choice('in', 'block', 'out', 'pending', 'failed', 'pool'),
  unlock_time: u64.describe('0, a height, or from 500000000 on Unix seconds.'),
  locked: bool,
  subaddr_index: subaddressIndex,
  subaddr_indices: list(subaddressIndex),
  address: text,
  double_spend_seen: bool.describe('The daemon saw one of its key images in another transaction.'),
  can_be_mined: bool
    .optional()
    .describe(
      'True for a failed transfer that a daemon refused and that can still be mined. Later transfers spend one of its inputs; see `abandon_tx`.',
    ),
  unverified,
  pinned,
  confirmations: u64
    .optional()
    .describe('Number of confirmations; absent for an unconfirmed transfer.'),
  suggested_confirmations_threshold: u64
    .optional()
    .describe('Recommended number of confirmations, by amount and lock; absent if it is 0.'),
})
