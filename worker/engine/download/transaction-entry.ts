/**
 * A daemon's answer for one transaction id.
 *
 * @module
 */
import { transactionId, type Keccak } from '#protocol/chain/hashes.ts'
import { parseTransaction, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import { isHex } from '#protocol/hex.ts'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Daemon } from '../base/ports.ts'
import { requireOfDaemon } from '../base/daemon-errors.ts'

export type TransactionEntry = Awaited<
  ReturnType<Daemon['json']['get_transactions']>
>['txs'][number]

/**
 * Reads an entry, whole or pruned. The id is computed from its bytes; compare it with the requested
 * id.
 *
 * @throws InvalidDaemonData, ChainError for bytes that are not a transaction, and for a pruned one of
 *   version 1, whose id cannot be computed.
 * @see monero src/wallet/wallet2.cpp get_pruned_tx
 */
export function readTransactionEntry(
  entry: TransactionEntry,
  keccak: Keccak,
): { txid: string; tx: ParsedTransaction } {
  const bytes = fromHex(entry.as_hex || entry.pruned_as_hex + entry.prunable_as_hex)
  requireOfDaemon(bytes !== undefined, 'a transaction is not hex')
  const tx = parseTransaction(bytes, { pruned: isPruned(entry) })
  return { txid: bytesToHex(transactionId(tx, fromHex(entry.prunable_hash), keccak)), tx }
}

/** Whether it comes without signatures. */
export const isPruned = ({ as_hex, prunable_as_hex }: TransactionEntry): boolean =>
  as_hex === '' && prunable_as_hex === ''

function fromHex(hex: string): Uint8Array | undefined {
  return hex !== '' && isHex(hex) ? hexToBytes(hex) : undefined
}
