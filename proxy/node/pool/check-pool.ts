/**
 * A look whether the transactions that wait are what they were, before they are used.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { transactionId } from '#protocol/chain/hashes.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import type { Crypto } from '#wasm/types.ts'
import { damaged } from '../../stores/schema.ts'
import { understood } from '../blockchain/check-store.ts'
import type { PoolStore } from './pool-store.ts'

/** @throws StoreError for one whose bytes are not those of its id. */
export function checkPool(store: PoolStore, { keccak256 }: Pick<Crypto, 'keccak256'>): void {
  for (const { id } of store.entries()) {
    const tx = understood(() => parseTransaction(store.blob(id)!))
    if (!tx || bytesToHex(transactionId(tx, undefined, keccak256)) !== id)
      throw damaged('a transaction that waits is not what it was')
  }
}
