/**
 * Removes chain data from the wallet, so that the chain is scanned again.
 *
 * @module
 */
import type { Addresses } from '../keys/addresses.ts'
import type { BlockIds } from '../ledger/block-ids.ts'
import { isUnconfirmed } from '../ledger/balances.ts'
import { removeOutput } from '../ledger/frozen.ts'
import { couldBeMined } from '../ledger/refused.ts'
import { noteRescan } from '../store/history.ts'
import type { Change, Store } from '../store/store.ts'
import { dropUnscanned } from '../store/warnings.ts'

/** Data to remove besides the chain. */
export type ResetOptions = {
  /** Also transaction keys, accounts and labels: data that scanning does not restore. */
  hard: boolean
  /** The address book is kept in any case. */
  keepBook?: boolean
  /** Scans from this height on, if the wallet begins above it. */
  from?: bigint
}

type Parts = {
  store: Store
  chain: Pick<BlockIds, 'height'>
  addresses: Pick<Addresses, 'clear'>
}

/**
 * Stages the removal of all blocks.
 *
 * Recipients of mined transactions are removed, since the chain does not contain them. Pending transactions
 * stay whole: they may have to be sent again, and keep their outputs. So do refused ones that can be mined.
 * Frozen outputs are frozen again when they are found.
 *
 * @see monero src/wallet/wallet2.cpp clear, clear_soft
 */
export function resetChain(
  change: Change,
  { store, chain, addresses }: Parts,
  { hard, keepBook, from }: ResetOptions,
) {
  const { sent, txKeys, info } = store
  if (from !== undefined && from < info.value.restoreHeight)
    change.setValue(info, { ...info.value, restoreHeight: from })
  noteRescan(change, store, chain.height)
  dropUnscanned(change, store)
  for (const key of store.outputs.keys()) removeOutput(change, store, key)
  const { blocks, anchor, outputCounts, verified, received, pool } = store
  for (const table of [blocks, anchor, outputCounts, verified, received, pool])
    for (const name of table.keys()) change.delete<unknown>(table, name)
  for (const [txid, record] of sent.rows) {
    if (record.blob.length > 0 && (isUnconfirmed(record) || couldBeMined(store, record))) continue
    change.delete(sent, txid)
    if (record.txKeys.length > 0) change.put(txKeys, txid, { txKeys: record.txKeys })
  }
  if (!hard) return
  for (const txid of [...txKeys.keys(), ...sent.keys()]) change.delete(txKeys, txid)
  if (!keepBook) for (const row of store.addressBook.keys()) change.delete(store.addressBook, row)
  addresses.clear(change)
  // Only the first account is left.
  for (const [name, tag] of store.tags.rows)
    if (tag.accounts.includes(0)) change.put(store.tags, name, { ...tag, accounts: [0] })
    else change.delete(store.tags, name)
}
