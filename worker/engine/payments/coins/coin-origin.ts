/**
 * Where an output comes from.
 *
 * @module
 */
import type { OutputRecord, SubaddressIndex } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'

/**
 * `mined`: a miner reward. `change`: of a payment of this wallet to others. `own`: of a payment of this wallet to its
 * own addresses only. `received`: of a payment that this wallet did not make.
 */
export type CoinOrigin = 'mined' | 'received' | 'change' | 'own'

export type OriginParts = {
  store: Pick<Store, 'sent'>
  /** The subaddress of an address; undefined for a foreign one. */
  addresses: { indexOf(address: string): SubaddressIndex | undefined }
}

/** A sent transaction whose recipients are unknown, as after a restore, counts as a payment to others. */
export function originOf(
  { store, addresses }: OriginParts,
  { coinbase, txid }: Pick<OutputRecord, 'coinbase' | 'txid'>,
): CoinOrigin {
  if (coinbase) return 'mined'
  const sent = store.sent.get(txid)
  if (!sent) return 'received'
  const isOwn =
    sent.destinations.length > 0 &&
    sent.destinations.every(({ address }) => addresses.indexOf(address) !== undefined)
  return isOwn ? 'own' : 'change'
}
