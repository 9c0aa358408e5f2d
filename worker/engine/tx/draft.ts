/**
 * A draft: inputs, recipients and fee of a transaction that is not signed yet.
 *
 * @module
 */
import type { Recipient, RecipientAmount } from '#protocol/interchange/construction.ts'
import { sumOfAmounts } from '#protocol/bigint.ts'
import { RpcError } from '#protocol/errors.ts'
import { estimatePlainSize, estimateWeight } from '#protocol/chain/weights.ts'
import { maxOutputs, transactionWeightLimit } from '#protocol/rules/limits.ts'
import type { OutputRecord } from '../store/records.ts'
import type { FeeRate } from './fee.ts'
import type { Ring } from './ring.ts'
import { weigh } from './weigh.ts'

export type TransactionDraft = {
  /** False for a transaction of version 1, which shows all amounts. */
  ringct: boolean
  inputs: OutputRecord[]
  /** One per input. */
  rings: Ring[]
  /** Without change, in the caller's order. */
  payments: RecipientAmount[]
  /** To our own address; its amount may be zero. */
  change: RecipientAmount
  fee: bigint
  /** 8 bytes, not encrypted. */
  paymentId: Uint8Array | undefined
  /** A height, or Unix seconds from 500 000 000 on; 0 for none. */
  unlockTime: bigint
}

/** Terms that all transactions of one payment share. */
export type Terms = {
  /** Recipient of the change. */
  change: Recipient
  paymentId: Uint8Array | undefined
  /** False where only pre-RingCT outputs are spent. */
  ringct: boolean
  ringSize: number
  rate: FeeRate
}

export type WeighedDraft = TransactionDraft & { weight: number }

/** Maximum weight of a transaction. */
export const weightLimit = transactionWeightLimit(16)

/** Weight at which another transaction is started. monero TX_WEIGHT_TARGET */
export const weightTarget = Math.floor((weightLimit * 2) / 3)

/** Maximum payments per transaction: one output is kept for change. */
export const maxPayments = maxOutputs - 1

/** Bytes of extra that monero's estimates count: the payment id's, without the public keys. */
const extraSize = ({ paymentId }: Terms) => (paymentId ? 11 : 0)

export function roughWeight(terms: Terms, inputs: number, outputs: number): number {
  const outline = { inputs, outputs, ringSize: terms.ringSize, extraSize: extraSize(terms) }
  return terms.ringct ? estimateWeight(outline) : estimatePlainSize(outline)
}

/**
 * Assembles and weighs a draft; the excess of the inputs becomes change.
 *
 * @throws {RpcError} When the inputs do not pay for it, an amount is zero, or it is too large.
 * @see monero src/wallet/wallet2.cpp transfer_selected_rct
 */
export function draftOf(
  terms: Terms,
  inputs: readonly OutputRecord[],
  rings: readonly Ring[],
  payments: readonly RecipientAmount[],
  fee: bigint,
): WeighedDraft {
  if (payments.some(({ amount }) => amount === 0n))
    throw new RpcError('ZERO_AMOUNT', 'destination amount is zero')
  if (payments.length > maxOutputs) throw notConstructed()
  const change = sumOfAmounts(inputs) - sumOfAmounts(payments) - fee
  if (change < 0n) throw new RpcError('NOT_ENOUGH_UNLOCKED_MONEY', 'not enough unlocked money')

  const draft: TransactionDraft = {
    ringct: terms.ringct,
    inputs: [...inputs],
    rings: [...rings],
    payments: [...payments],
    change: { ...terms.change, amount: change },
    fee,
    paymentId: terms.paymentId,
    unlockTime: 0n,
  }
  const weight = weigh(draft)
  if (weight >= weightLimit) throw new RpcError('GENERIC_TRANSFER_ERROR', 'transaction is too big')
  return { ...draft, weight }
}

export const notConstructed = () =>
  new RpcError('GENERIC_TRANSFER_ERROR', 'transaction was not constructed')
