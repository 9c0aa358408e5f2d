/**
 * Secret keys of own transactions.
 *
 * @module
 */
import type { Store } from '../store/store.ts'

/** The secret transaction key and the additional ones; empty where they are unknown. */
export function txKeysOf(
  { sent, txKeys }: Pick<Store, 'sent' | 'txKeys'>,
  txid: string,
): readonly Uint8Array[] {
  const known = sent.get(txid)?.txKeys ?? []
  return known.length > 0 ? known : (txKeys.get(txid)?.txKeys ?? [])
}
