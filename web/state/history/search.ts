/**
 * Search in transfers: each word has to occur somewhere.
 *
 * @module
 */
import { formatAmount } from '#protocol/amount.ts'
import type { Transfer } from '../wallet.svelte.ts'

/** All that is searched of a transfer. @param names - Contact and category. */
export function searchText(transfer: Transfer, names: readonly string[]): string {
  const { txid, payment_id, address, destinations, note, amount, height } = transfer
  return [
    ...names,
    note,
    txid,
    payment_id,
    address,
    ...destinations.map((destination) => destination.address),
    formatAmount(amount),
    height > 0n ? height : '',
  ].join('\n')
}
