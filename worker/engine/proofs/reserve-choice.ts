/**
 * Selects the outputs of a proof of reserve.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp get_reserve_proof
 */
import { sum } from '#protocol/bigint.ts'
import { badProof } from '#protocol/proofs/pieces.ts'
import { isSpent, balancesOf, accountBalances, type BalanceParts } from '../ledger/balances.ts'
import { inChainOrder } from '../payments/spendable-funds.ts'
import type { OutputRecord } from '../store/records.ts'

/** A minimum amount of one account; `amount` in piconero. */
export type MinimumReserve = { account: number; amount: bigint }

/**
 * All mined unspent outputs, or the fewest of one account that reach an amount.
 *
 * @throws {RpcError} UNKNOWN_ERROR when there are no outputs, or too few.
 */
export function chooseReserve(parts: BalanceParts, least?: MinimumReserve): OutputRecord[] {
  const mined = inChainOrder(
    parts.store.outputs,
    (output) => !isSpent(output, true) && !output.frozen,
  )
  if (mined.every(({ amount }) => amount === 0n)) throw badProof('Zero balance')
  const outputs = mined.filter(({ keyImage }) => keyImage !== undefined)
  if (!least) return outputs
  const held = accountBalances(balancesOf(parts, { strict: true }), least.account)
  if (sum(held.map(({ total }) => total)) < least.amount)
    throw badProof('Not enough balance in this account for the requested minimum reserve amount')
  if (least.amount === 0n) throw badProof('Proved amount must be greater than 0')
  return fewest(
    outputs.filter(({ subaddress }) => subaddress.account === least.account),
    least.amount,
  )
}

/** The largest outputs; among those that reach the amount alone, the smallest. */
function fewest(outputs: readonly OutputRecord[], amount: bigint): OutputRecord[] {
  const sorted = [...outputs].sort(
    (a, b) => Number(b.amount > a.amount) - Number(b.amount < a.amount),
  )
  const reaching = sorted.filter((output) => output.amount >= amount)
  if (reaching.length > 0) return reaching.slice(-1)
  let sum = 0n
  const last = sorted.findIndex((output) => (sum += output.amount) >= amount)
  return sorted.slice(0, last + 1)
}
