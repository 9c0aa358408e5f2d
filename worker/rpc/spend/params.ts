/**
 * What transfers and sweeps are asked alike, and can all be refused for.
 *
 * @module
 * @see monero src/wallet/wallet_rpc_server_commands_defs.h COMMAND_RPC_TRANSFER
 */
import { RpcError } from '#protocol/errors.ts'
import { bool, list, text, u32, u64 } from '#protocol/fields.ts'
import { maxOutputs } from '#protocol/rules/limits.ts'
import type { Wanted } from './answers.ts'
import { destinations } from './destinations.ts'
import { priority } from './priority.ts'

/** How a payment is made, and what is to be answered of it. */
export const spendParams = {
  priority,
  payment_id: text
    .default('')
    .describe('16 hex digits, sent encrypted as that of an integrated address is.'),
  mixin: u64.default(0n).describe('No effect: the rules say how large a ring is.'),
  ring_size: u64.default(0n).describe('No effect: the rules say how large a ring is.'),
  unlock_time: u64
    .default(0n)
    .describe('Height, or Unix seconds from 500000000 on, before which it is locked; 0 for none.'),
  do_not_relay: bool.default(false).describe('Make it, and neither send nor note it.'),
  get_tx_hex: bool.default(false),
  get_tx_metadata: bool.default(false).describe('What relay_tx needs to send it later.'),
}

/** Who pays whom. */
export const transferParams = {
  destinations,
  account_index: u32.default(0).describe('Account to spend from.'),
  subaddr_indices: list(u32).default([]).describe('Addresses to spend from; all when empty.'),
}

/** How many outputs a sweep makes. */
export const sweepOutputs = u64
  .default(1n)
  .describe('Equal outputs to make in each transaction, 16 at most.')

/** The same as a number: more than a transaction can hold is refused where it is built. */
export function sweptInto(outputs: bigint): number {
  if (outputs < 1n)
    throw new RpcError('TX_NOT_POSSIBLE', 'Amount of outputs should be greater than 0.')
  return Number(outputs > maxOutputs ? maxOutputs + 1 : outputs)
}

/** Of the keys of any number of transactions. */
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
] as const

type SpendParams = { account_index: number; priority: number; unlock_time: bigint }

/** The same in the engine's words. */
export const spendingOf = ({ account_index, priority, unlock_time }: SpendParams) => ({
  account: account_index,
  priority,
  unlockTime: unlock_time,
})

type Answered = { get_tx_hex: boolean; get_tx_metadata: boolean } & (
  { get_tx_key: boolean } | { get_tx_keys: boolean }
)

/** What the answer is to hold beside ids and amounts. */
export const wantedOf = (params: Answered): Wanted => ({
  keys: 'get_tx_key' in params ? params.get_tx_key : params.get_tx_keys,
  hex: params.get_tx_hex,
  metadata: params.get_tx_metadata,
})
