/**
 * Result fields of checked transactions: received amount, pool, confirmations.
 *
 * @module
 */
import { bool, u64 } from '#protocol/fields.ts'
import type { FetchedTransaction } from '../../engine/proofs/fetched-transactions.ts'

/** The amount that an address received, and the place of the transaction. */
export const minedResult = {
  received: u64.describe('In piconero.'),
  in_pool: bool.describe('Whether it is in the transaction pool, according to the daemon.'),
  confirmations: u64.describe('According to the daemon.'),
}

export const mined = ({ inPool, confirmations }: FetchedTransaction) => ({
  in_pool: inPool,
  confirmations,
})
