/**
 * Splits money of an account into several outputs of its own, so that later payments need not wait for the change of
 * earlier ones.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import type { Crypto } from '#wasm/types.ts'
import type { Secrets, SubaddressIndex } from '../../store/records.ts'
import { maxPayments } from '../../tx/draft.ts'
import { ownRecipient } from '../../tx/recipient.ts'
import type { SweepRequest, TransferRequest } from '../requests.ts'

export type Split = {
  account: number
  /** Index of the own address of each part. */
  addresses: readonly number[]
  /** Of each part; empty to split everything into equal parts. */
  amounts: readonly bigint[]
  priority: number
  /** As in a payment. */
  chosen: readonly string[] | undefined
}

export type SplitParts = {
  crypto: Crypto
  secrets: Readonly<Secrets>
  addresses: {
    requireAddress(index: SubaddressIndex): void
    addressCount(account: number): number
  }
}

/**
 * The payment that makes the parts: a transfer of given amounts, or a sweep of everything.
 *
 * @throws {RpcError} TX_NOT_POSSIBLE for another number of parts; ACCOUNT_INDEX_OUT_OF_BOUNDS,
 *   ADDRESS_INDEX_OUT_OF_BOUNDS.
 */
export function splitPayment(
  { crypto, secrets, addresses }: SplitParts,
  { account, addresses: parts, amounts, priority, chosen }: Split,
): { transfer: TransferRequest } | { sweep: SweepRequest } {
  if (parts.length < 2 || parts.length > maxPayments)
    throw notSplit(`address_indices: expected 2 to ${maxPayments} parts, got ${parts.length}`)
  if (amounts.length > 0 && amounts.length !== parts.length)
    throw notSplit(`amounts: expected one for each of ${parts.length} parts, got ${amounts.length}`)
  const recipients = parts.map((address) => {
    addresses.requireAddress({ account, address })
    return ownRecipient(crypto, secrets, { account, address })
  })
  const common = { account, priority, paymentId: undefined, chosen }
  if (amounts.length === 0) {
    const all = Array.from({ length: addresses.addressCount(account) }, (_, index) => index)
    return { sweep: { ...common, addresses: all, recipients, below: 0n } }
  }
  const payments = recipients.map((recipient, at) => ({ ...recipient, amount: amounts[at]! }))
  return { transfer: { ...common, addresses: [], payments, subtractFeeFrom: [] } }
}

const notSplit = (message: string) => new RpcError('TX_NOT_POSSIBLE', message)
