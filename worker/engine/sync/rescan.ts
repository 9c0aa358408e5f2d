/**
 * Forgets what the chain told, so that all of it is looked at again.
 *
 * @module
 */
import type { Addresses } from '../keys/addresses.ts'
import { isUnconfirmed } from '../ledger/balances.ts'
import type { Change, Store } from '../store/store.ts'

/** What is forgotten beside the chain. */
export type ResetOptions = {
  /** Transaction keys, address book, accounts and labels too: all that is not found on the chain again. */
  hard: boolean
  /** The address book stays all the same. */
  keepBook?: boolean
}

type Parts = { store: Store; addresses: Pick<Addresses, 'clear'> }

/**
 * Stages that no block was ever seen.
 *
 * Recipients of what was mined are forgotten, since the chain does not tell them. What we sent and
 * what is not mined yet stays whole: it may have to be sent again, and keeps its outputs.
 *
 * @see monero src/wallet/wallet2.cpp clear, clear_soft
 */
export function resetChain(
  change: Change,
  { store, addresses }: Parts,
  { hard, keepBook }: ResetOptions,
) {
  const { sent, txKeys } = store
  for (const table of [store.blocks, store.outputs, store.received, store.pool])
    for (const name of table.keys()) change.delete<unknown>(table, name)
  for (const [txid, record] of sent.rows) {
    if (record.blob.length > 0 && isUnconfirmed(record)) continue
    change.delete(sent, txid)
    if (record.txKeys.length > 0) change.put(txKeys, txid, { txKeys: record.txKeys })
  }
  if (!hard) return
  for (const txid of [...txKeys.keys(), ...sent.keys()]) change.delete(txKeys, txid)
  if (!keepBook) for (const row of store.addressBook.keys()) change.delete(store.addressBook, row)
  addresses.clear(change)
  // The first account alone is left.
  for (const [name, tag] of store.tags.rows)
    if (tag.accounts.includes(0)) change.put(store.tags, name, { ...tag, accounts: [0] })
    else change.delete(store.tags, name)
}
