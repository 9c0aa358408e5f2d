/**
 * Transactions made by another copy of this wallet.
 *
 * @module
 */
import { sentPaymentId } from '../scan/identify-outputs.ts'
import { feeOf, ringsOf, type ResolvedTransaction } from '../scan/incoming-transaction.ts'
import type { SentRecord, SubaddressIndex } from '../store/records.ts'

/** Payment of one transaction to one subaddress. */
export type Receipt = { subaddress: SubaddressIndex; amount: bigint; amounts: bigint[] }

/** Own outputs spent by one transaction. */
export type Spending = {
  account: number
  subaddresses: SubaddressIndex[]
  amount: bigint
  /** Of our outputs, in hex. */
  keyImages: string[]
}

/** The record of a transaction that another copy of this wallet made; its recipients are unknown. */
export function unknownSent(
  tx: ResolvedTransaction,
  { account, subaddresses, amount, keyImages }: Spending,
  receipts: readonly Receipt[],
): SentRecord {
  const { txid, timestamp } = tx
  const { unlockTime } = tx.tx
  const fee = feeOf(tx)
  const change = received(receipts, account)
  // Received amounts can exceed the own spent inputs, if others contributed inputs.
  const amountOut = amount > fee + change ? amount - fee - change : 0n
  return {
    txid,
    state: 'pending',
    blob: new Uint8Array(),
    txKeys: [],
    account,
    subaddresses,
    destinations: [],
    amountIn: amount,
    amountOut,
    change,
    fee,
    paymentId: sentPaymentId(tx.extra),
    unlockTime,
    keyImages,
    rings: ringsOf(tx.tx),
    timestamp,
  }
}

/** The amount that an account receives. */
export const received = (receipts: readonly Receipt[], account: number) =>
  receipts.reduce((sum, each) => sum + (each.subaddress.account === account ? each.amount : 0n), 0n)
