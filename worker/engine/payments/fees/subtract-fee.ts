/**
 * Subtracts the fee from payments.
 *
 * @module
 */
import type { RecipientAmount } from '#protocol/interchange/construction.ts'
import { sumOfAmounts } from '#protocol/bigint.ts'
import { RpcError } from '#protocol/errors.ts'

/**
 * The payments with the fee subtracted from the selected ones in equal parts; the remainder goes to
 * the first ones. Without a selection, the payments are unchanged.
 *
 * @throws {RpcError} TX_NOT_POSSIBLE, ZERO_AMOUNT when they are too small for the fee.
 * @see monero src/wallet/wallet2.cpp create_transactions_2, get_adjusted_dsts
 */
export function subtractFee(
  dues: readonly (RecipientAmount & { paysFee: boolean })[],
  fee: bigint,
): RecipientAmount[] {
  const payers = dues.filter(({ paysFee }) => paysFee)
  if (payers.length > 0 && sumOfAmounts(payers) < fee)
    throw new RpcError('TX_NOT_POSSIBLE', 'tx not possible')

  const count = BigInt(Math.max(payers.length, 1))
  const share = fee / count
  let odd = fee % count
  return dues.map(({ paysFee, ...payment }) => {
    if (!paysFee) return payment
    const part = share + (odd > 0n ? 1n : 0n)
    if (odd > 0n) odd--
    if (payment.amount <= part) throw new RpcError('ZERO_AMOUNT', 'destination amount is zero')
    return { ...payment, amount: payment.amount - part }
  })
}
