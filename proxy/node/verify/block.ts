/**
 * Checks the transactions of a block.
 *
 * @module
 * @see monero src/cryptonote_core/blockchain.cpp Blockchain::handle_block_to_main_chain
 */
import type { Crypto } from '#wasm/types.ts'
import type { CheckTransactions } from '../types.ts'
import { checkForms } from './form.ts'
import { checkInputs } from './rings.ts'
import type { VerifiedRings } from './verified-rings.ts'

/** @param verified - Shared with the pool, so that no signature is verified twice. */
export const blockCheck =
  (crypto: Crypto, verified: VerifiedRings): CheckTransactions =>
  (transactions, view) => {
    const unknown = transactions.filter(({ fromPool }) => !fromPool).map(({ tx }) => tx)
    const malformed = checkForms(crypto, unknown)
    if (malformed) return malformed
    for (const [at, transaction] of transactions.entries()) {
      const inputs = checkInputs(crypto, transaction, view, verified)
      if ('flags' in inputs) return { ...inputs, at }
    }
    return undefined
  }
