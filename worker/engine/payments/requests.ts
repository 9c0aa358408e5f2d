/**
 * Requests to {@link file://./spend.ts}, and the checks that need no outputs.
 *
 * @module
 */
import type { Recipient, RecipientAmount } from '#protocol/interchange/construction.ts'
import { sumOfAmounts } from '#protocol/bigint.ts'
import { RpcError } from '#protocol/errors.ts'
import { max64 } from '#protocol/fields.ts'
import { estimateSize } from '#protocol/chain/weights.ts'
import { transferError } from '../base/daemon-errors.ts'
import { maxPayments, type Terms } from '../tx/draft.ts'
import { totalOf, type SpendableFunds } from './funds.ts'

/** Options shared by all transactions of a request. */
export type TransactionOptions = {
  /** The account that is spent from and receives the change. */
  account: number
  /** 0 selects the default priority by the state of the chain; 1 to 4. */
  priority: number
  /** 8 bytes. */
  paymentId: Uint8Array | undefined
}

type SpendFrom = {
  /** Addresses to spend from; empty for all of the account. */
  addresses: readonly number[]
  /**
   * Key images of the outputs to spend, in lower-case hex: exactly these, all of them. Other limits do not
   * apply. Absent where the engine selects outputs.
   */
  chosen?: readonly string[] | undefined
}

export type TransferRequest = TransactionOptions &
  SpendFrom & {
    payments: readonly RecipientAmount[]
    /** Indices of payments that pay the fee; empty when the change pays it. */
    subtractFeeFrom: readonly number[]
  }

/** The recipients of everything: each transaction has one output for each, of equal amounts. */
type SweepTarget = { recipients: readonly Recipient[] }

export type SweepRequest = TransactionOptions &
  SpendFrom &
  SweepTarget & {
    /** Only outputs below this amount; 0 for all. */
    below: bigint
  }

/** `keyImage` of the output, in lower-case hex. */
export type SweepOneRequest = Omit<TransactionOptions, 'account'> &
  SweepTarget & { keyImage: string }

/**
 * @throws {RpcError} With monero's messages.
 * @see monero src/wallet/wallet2.cpp create_transactions_2
 */
export function checkPayments({ payments, subtractFeeFrom }: TransferRequest): void {
  if (payments.length === 0)
    throw new RpcError('ZERO_DESTINATION', 'transaction has no destination')
  const last = subtractFeeFrom.reduce((most, each) => Math.max(most, each), -1)
  if (last >= payments.length)
    throw transferError(`subtractfeefrom: bad index: ${last} (indexes are 0-based)`)
  if (subtractFeeFrom.length > 0 && payments.length > maxPayments)
    throw transferError('subtractfeefrom transfers cannot be split over multiple transactions yet')
  if (payments.some(({ amount }) => amount === 0n))
    throw new RpcError('ZERO_AMOUNT', 'destination amount is zero')
  if (sumOfAmounts(payments) > max64)
    throw transferError('transaction sum + fee exceeds 18446744.073709551615')
}

/**
 * Refuses early what cannot succeed, and distinguishes whether waiting would help.
 *
 * @throws {RpcError} NOT_ENOUGH_MONEY, NOT_ENOUGH_UNLOCKED_MONEY
 */
export function checkFunds(
  funds: SpendableFunds,
  terms: Terms,
  { payments, subtractFeeFrom }: TransferRequest,
): void {
  const { ringSize, paymentId } = terms
  const outline = { inputs: 1, outputs: 2, ringSize, extraSize: paymentId ? 11 : 0 }
  const leastFee = terms.rate.perByte * BigInt(estimateSize(outline))
  const needed = sumOfAmounts(payments) + (subtractFeeFrom.length > 0 ? 0n : leastFee)
  const total = totalOf(funds.balances, funds.balances.keys())
  if (needed > total || leastFee > total) throw new RpcError('NOT_ENOUGH_MONEY', 'not enough money')
  const unlocked = totalOf(funds.unlocked, funds.unlocked.keys())
  if (needed > unlocked || leastFee > unlocked)
    throw new RpcError('NOT_ENOUGH_UNLOCKED_MONEY', 'not enough unlocked money')
}
