/**
 * Terms of a payment, recipients and funds for tests that plan transactions and sign none.
 *
 * @module
 */
import type { Recipient } from '#protocol/interchange/construction.ts'
import type { SpendableFunds } from '../../../worker/engine/payments/funds.ts'
import type { OutputRecord } from '../../../worker/engine/store/records.ts'
import type { Terms } from '../../../worker/engine/tx/draft.ts'

/** A recipient whose keys are not points. @param name - Two recipients differ by it. */
export const payee = (name: number): Recipient => ({
  spendKey: new Uint8Array(32).fill(name),
  viewKey: new Uint8Array(32).fill(name),
  isSubaddress: false,
  isIntegrated: false,
  original: `payee ${name}`,
})

/** Today's rules at the lowest fee of mainnet. The change goes to payee 99. */
export const terms: Terms = {
  change: payee(99),
  paymentId: undefined,
  ringct: true,
  ringSize: 16,
  rate: { perByte: 20_000n, mask: 10_000n },
}

/** Funds that are all unlocked. */
export function fundsOf(spendable: readonly OutputRecord[]): SpendableFunds {
  const amounts = new Map<number, bigint>()
  for (const { subaddress, amount } of spendable)
    amounts.set(subaddress.address, (amounts.get(subaddress.address) ?? 0n) + amount)
  return { spendable, balances: amounts, unlocked: amounts }
}
