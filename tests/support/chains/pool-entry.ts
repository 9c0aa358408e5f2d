/**
 * Transactions of a scripted chain in the answer to `get_transactions`.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import type { ScriptedTx } from './scripted-chain.ts'

/** A transaction of the pool, pruned. */
export function poolEntry({ txid, blob, prunableHash }: ScriptedTx) {
  return {
    tx_hash: txid,
    as_hex: '',
    pruned_as_hex: bytesToHex(blob),
    prunable_as_hex: '',
    prunable_hash: bytesToHex(prunableHash),
    in_pool: true,
    double_spend_seen: false,
  }
}
