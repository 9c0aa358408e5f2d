/**
 * Checks the transactions of a block.
 *
 * @module
 * @see monero src/cryptonote_core/blockchain.cpp Blockchain::handle_block_to_main_chain
 */
import type { Crypto } from '#wasm/types.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { BlockTransaction, CheckTransactions } from '../types.ts'
import { checkForms } from './form.ts'
import { refuse } from './refusal.ts'
import { checkInputs } from './rings.ts'
import type { VerifiedRings } from './verified-rings.ts'

/** @param verified - Shared with the pool, so that nothing is verified twice. */
export const blockCheck =
  (crypto: Crypto, verified: VerifiedRings): CheckTransactions =>
  (transactions, view) => {
    const unknown = transactions.filter(({ fromPool }) => !fromPool).map(({ tx }) => tx)
    const malformed = checkForms(crypto, unknown, view.version)
    if (malformed) return malformed
    if (spendsTwice(transactions)) return refuse('key image used twice', 'double_spend')
    for (const transaction of transactions) {
      const inputs = checkInputs(crypto, transaction, view, verified)
      if ('flags' in inputs) return inputs
    }
    return undefined
  }

function spendsTwice(transactions: readonly BlockTransaction[]): boolean {
  const images = transactions
    .flatMap(({ tx }) => tx.inputs)
    .flatMap((input) => (input.kind === 'key' ? [bytesToHex(input.keyImage)] : []))
  return new Set(images).size < images.length
}
