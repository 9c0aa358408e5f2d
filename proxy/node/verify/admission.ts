/**
 * All checks of the pool for a transaction, in monero's order.
 *
 * @module
 * @see monero src/cryptonote_core/tx_pool.cpp tx_memory_pool::add_tx
 */
import { ChainError } from '#protocol/chain/reader.ts'
import {
  parseTransaction,
  transactionFee,
  type ParsedTransaction,
} from '#protocol/chain/transaction.ts'
import { transactionWeight } from '#protocol/chain/weights.ts'
import { maxExtraSize, maxTransactionSize } from '#protocol/rules/limits.ts'
import type { Crypto } from '#wasm/types.ts'
import type { ChainView, Refusal } from '../types.ts'
import { paysEnough } from './fee.ts'
import { checkForms } from './form.ts'
import { refuse } from './refusal.ts'
import { checkInputs, type Named } from './rings.ts'
import type { VerifiedRings } from './verified-rings.ts'

/** A transaction that was accepted, or returned from a block. */
export type Admitted = {
  weight: bigint
  fee: bigint
  /** Height of the youngest ring member; undefined if the inputs are invalid now. */
  youngest: bigint | undefined
}

export type AdmissionPorts = { crypto: Crypto; verified: VerifiedRings }

/**
 * Parses a submitted transaction.
 *
 * @see monero src/cryptonote_core/cryptonote_core.cpp core::handle_incoming_tx
 */
export function readSubmitted(blob: Uint8Array): ParsedTransaction | Refusal {
  if (blob.length > maxTransactionSize) return refuse('size', 'too_big')
  try {
    return parseTransaction(blob)
  } catch (error) {
    if (error instanceof ChainError) return refuse(error.message)
    throw error
  }
}

/**
 * Checks a transaction for the pool.
 *
 * One rule of the reference is left out: v0.18.5.1 refuses unlock times other than 0 in the pool. They
 * are accepted here, as in blocks.
 *
 * @param isSpent - Whether another transaction of the pool has one of its key images.
 * @see monero src/cryptonote_core/tx_pool.cpp tx_memory_pool::add_tx
 */
export function checkAdmission(
  { crypto, verified }: AdmissionPorts,
  { tx, id }: Named,
  view: ChainView,
  isSpent: boolean,
): Admitted | Refusal {
  const malformed = checkForms(crypto, [tx])
  if (malformed) return malformed
  const { fee, weight } = costOf(tx)
  if (!paysEnough(fee, weight, view)) return refuse('fee', 'fee_too_low')
  if (tx.extra.length > maxExtraSize) return refuse('size of extra', 'tx_extra_too_big')
  if (isSpent) return refuse('key image was spent in the pool', 'double_spend')

  const inputs = checkInputs(crypto, { tx, id }, view, verified)
  if ('flags' in inputs)
    return { ...inputs, flags: [...new Set([...inputs.flags, 'invalid_input' as const])] }
  return { fee, weight, youngest: inputs.youngest }
}

/**
 * Accepts a well-formed transaction of a block that is not in the main chain. Fee and relay rules do not
 * apply. Invalid inputs may become valid again.
 */
export function admitFromBlock(
  { crypto, verified }: AdmissionPorts,
  named: Named,
  view: ChainView,
): Admitted {
  const inputs = checkInputs(crypto, named, view, verified)
  return { ...costOf(named.tx), youngest: 'flags' in inputs ? undefined : inputs.youngest }
}

const costOf = (tx: ParsedTransaction) => ({
  weight: BigInt(transactionWeight(tx)),
  fee: transactionFee(tx),
})
