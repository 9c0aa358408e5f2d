/**
 * Secret keys of own transactions.
 *
 * @module
 */
import type { Store } from '../store/store.ts'

/** In place of a key that an offline wallet withholds. monero rct::identity */
export const withheldTxKey: Readonly<Uint8Array> = Uint8Array.of(1, ...new Uint8Array(31))

/** The secret transaction key and the additional ones; empty where they are unknown. */
export function txKeysOf(
  { sent, txKeys }: Pick<Store, 'sent' | 'txKeys'>,
  txid: string,
): readonly Uint8Array[] {
  const known = sent.get(txid)?.txKeys ?? []
  return known.length > 0 ? known : (txKeys.get(txid)?.txKeys ?? [])
}

/** Whether another wallet signed a transaction that this one sent. @see monero wallet2.cpp sign_tx */
export const isSignedElsewhere = (store: Pick<Store, 'sent' | 'txKeys'>, txid: string): boolean =>
  (store.sent.get(txid)?.blob.length ?? 0) > 0 && txKeysOf(store, txid).length === 0
