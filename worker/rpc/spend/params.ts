/**
 * Params and errors that transfers and sweeps share.
 *
 * @module
 * @see monero src/wallet/wallet_rpc_server_commands_defs.h COMMAND_RPC_TRANSFER
 */
import { bool, list, text, u32, u64 } from '#protocol/fields.ts'
import type { Wanted } from './answers.ts'
import { destinations } from './destinations.ts'
import { priority } from './priority.ts'

/** Params: whether a payment is sent, and optional content of the answer. */
export const answerParams = {
  do_not_relay: bool
    .default(false)
    .describe('Build the transaction without sending or recording it.'),
  get_tx_hex: bool.default(false),
  get_tx_metadata: bool
    .default(false)
    .describe('Also return the data with which relay_tx sends it later.'),
}

/** Params: settings of a payment. */
export const spendingParams = {
  priority,
  payment_id: text
    .default('')
    .describe('16 hex digits, encrypted like the payment id of an integrated address.'),
  unlock_time: u64
    .default(0n)
    .describe('Must be 0: nodes do not relay transactions with another unlock time.'),
}

/** Params: settings of a payment, and optional content of the answer. */
export const spendParams = {
  priority: spendingParams.priority,
  payment_id: spendingParams.payment_id,
  mixin: u64.default(0n).describe('No effect: consensus rules set the ring size.'),
  ring_size: u64.default(0n).describe('No effect: consensus rules set the ring size.'),
  unlock_time: spendingParams.unlock_time,
  ...answerParams,
}

/** Recipients, and the outputs to spend. */
export const transferParams = {
  destinations,
  account_index: u32.default(0).describe('Account to spend from.'),
  subaddr_indices: list(u32)
    .default([])
    .describe('Subaddress indices to spend from; all if empty.'),
}

/** The recipient of a sweep. */
export const sweepAddress = text
  .default('')
  .describe('Recipient: an address of any kind, or an OpenAlias name.')

/** Param: number of outputs of a sweep. */
export const sweepOutputs = u64
  .default(1n)
  .describe('Number of equal outputs in each transaction, at most 16.')

/** Params that select the outputs of a sweep. */
export const sweepParams = {
  address: sweepAddress,
  account_index: u32.default(0).describe('Account to sweep.'),
  subaddr_indices: list(u32)
    .default([])
    .describe('Subaddress indices to sweep; if empty, a random one.'),
  subaddr_indices_all: bool.default(false).describe('Sweep all subaddresses of the account.'),
  outputs: sweepOutputs,
  below_amount: u64.default(0n).describe('Only outputs below this amount, in piconero; 0 for all.'),
}

/** Of the transaction keys of several transactions. */
export const txKeysParam = { get_tx_keys: bool.default(false) }

export const spendErrors = [
  'WRONG_ADDRESS',
  'DAEMON_IS_BUSY',
  'GENERIC_TRANSFER_ERROR',
  'WRONG_PAYMENT_ID',
  'TX_NOT_POSSIBLE',
  'NOT_ENOUGH_OUTS_TO_MIX',
  'NOT_ENOUGH_UNLOCKED_MONEY',
  'NO_DAEMON_CONNECTION',
  'ZERO_AMOUNT',
  'NOT_MULTISIG',
  'DISABLED',
  'NONZERO_UNLOCK_TIME',
] as const

type Answered = { get_tx_hex: boolean; get_tx_metadata: boolean } & (
  { get_tx_key: boolean } | { get_tx_keys: boolean }
)

/** Optional content of the answer. */
export const wantedOf = (params: Answered): Wanted => ({
  keys: 'get_tx_key' in params ? params.get_tx_key : params.get_tx_keys,
  hex: params.get_tx_hex,
  metadata: params.get_tx_metadata,
})
