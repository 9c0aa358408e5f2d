/**
 * From the params of a payment to the request of the engine.
 *
 * @module
 */
import type { Recipient } from '#protocol/interchange/construction.ts'
import { RpcError } from '#protocol/errors.ts'
import type { Value } from '#protocol/fields.ts'
import { maxOutputs } from '#protocol/rules/limits.ts'
import type { SweepRequest, TransferRequest } from '../../engine/payments/requests.ts'
import type { Wallet } from '../../engine/wallet.ts'
import { recipients } from './destinations.ts'
import type { spendingParams, sweepParams, transferParams } from './params.ts'

type Spending = Value<typeof spendingParams>
type Transfer = Value<typeof transferParams> & Spending
type Sweep = Value<typeof sweepParams> & Spending

/** @throws {RpcError} NONZERO_UNLOCK_TIME, WRONG_ADDRESS, WRONG_PAYMENT_ID, ZERO_DESTINATION */
export async function transferRequest(
  wallet: Wallet,
  params: Transfer,
): Promise<Omit<TransferRequest, 'subtractFeeFrom'>> {
  requireNoUnlockTime(params)
  const { payments, paymentId } = await recipients(wallet, params.destinations, params.payment_id)
  return {
    account: params.account_index,
    addresses: params.subaddr_indices,
    payments,
    paymentId,
    priority: params.priority,
  }
}

/** @throws {RpcError} NONZERO_UNLOCK_TIME, WRONG_ADDRESS, WRONG_PAYMENT_ID, TX_NOT_POSSIBLE */
export async function sweepRequest(wallet: Wallet, params: Sweep): Promise<SweepRequest> {
  requireNoUnlockTime(params)
  const { recipient, paymentId } = await sweepRecipient(wallet, params)
  const outputs = outputsPerTransaction(params.outputs)
  const count = wallet.addresses.addressCount(params.account_index)
  return {
    account: params.account_index,
    addresses: params.subaddr_indices_all
      ? Array.from({ length: count }, (_, index) => index)
      : params.subaddr_indices,
    below: params.below_amount,
    recipients: Array.from({ length: outputs }, () => recipient),
    paymentId,
    priority: params.priority,
  }
}

/** @throws {RpcError} WRONG_ADDRESS, WRONG_PAYMENT_ID */
export async function sweepRecipient(
  wallet: Wallet,
  { address, payment_id }: { address: string; payment_id: string },
): Promise<{ recipient: Recipient; paymentId: Uint8Array | undefined }> {
  const wanted = [{ address, amount: 0n }]
  const { payments, paymentId } = await recipients(wallet, wanted, payment_id, () => 'address')
  return { recipient: payments[0]!, paymentId }
}

/** @see monero src/wallet/wallet_rpc_server.cpp on_transfer, which checks it before the recipients */
export function requireNoUnlockTime({ unlock_time }: Pick<Spending, 'unlock_time'>): void {
  if (unlock_time !== 0n)
    throw new RpcError('NONZERO_UNLOCK_TIME', 'Transaction cannot have non-zero unlock time')
}

/** Converts the count to a number. The transaction builder refuses too many outputs. */
export function outputsPerTransaction(outputs: bigint): number {
  if (outputs < 1n)
    throw new RpcError('TX_NOT_POSSIBLE', 'Amount of outputs should be greater than 0.')
  return Number(outputs > maxOutputs ? maxOutputs + 1 : outputs)
}
