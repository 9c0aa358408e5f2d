/**
 * Checks the stored transactions of the pool for damage before they are used.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { transactionId } from '#protocol/chain/hashes.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import type { Crypto } from '#wasm/types.ts'
import { damaged } from '../../stores/schema.ts'
import { parseStored } from '../blockchain/check-store.ts'
import type { PoolStore } from './pool-store.ts'

/** @throws StoreError for a transaction whose bytes do not match its id. */
export function checkPool(store: PoolStore, { keccak256 }: Pick<Crypto, 'keccak256'>): void {
  for (const { id } of store.entries()) {
    const tx = parseStored(() => parseTransaction(store.blob(id)!))
    if (!tx || bytesToHex(transactionId(tx, undefined, keccak256)) !== id)
      throw damaged('the bytes of a pool transaction do not match its id')
  }
}
