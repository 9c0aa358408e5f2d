/**
 * Amounts that an address received in a transaction, from shared secrets alone: without its view
 * key.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp check_tx_key_helper, is_out_to_acc
 */
import { sameBytes } from '#protocol/bytes.ts'
import { isCoinbase, type Transaction, type TxOutput } from '#protocol/chain/transaction.ts'
import type { Crypto } from '#wasm/types.ts'
import { outputAmount } from '../scan/output-amount.ts'

/**
 * The shared secrets with the transaction's main key and with each additional one, where proven.
 */
export type Derivations = {
  main: Uint8Array | undefined
  additional: readonly (Uint8Array | undefined)[]
}

/**
 * @param spendKey - Of the address.
 * @returns In piconero. An output whose commitment does not match its decrypted amount counts 0.
 */
export function receivedBy(
  crypto: Crypto,
  tx: Transaction,
  spendKey: Uint8Array,
  { main, additional }: Derivations,
): bigint {
  let received = 0n
  for (const [index, output] of tx.outputs.entries()) {
    const derivation = [main, additional[index]].find(
      (each) => each !== undefined && isPaidTo(crypto, output, index, spendKey, each),
    )
    if (derivation) received += amountOf(crypto, tx, index, derivation)
  }
  return received
}

/** Amount of an output in piconero; 0 where its commitment does not match. */
export function amountOf(
  crypto: Crypto,
  tx: Transaction,
  index: number,
  derivation: Uint8Array,
): bigint {
  const sharedSecret = crypto.derivationToScalar(derivation, index)
  return outputAmount(crypto, tx, index, isCoinbase(tx), sharedSecret)?.amount ?? 0n
}

function isPaidTo(
  crypto: Crypto,
  { key, viewTag }: TxOutput,
  index: number,
  spendKey: Uint8Array,
  derivation: Uint8Array,
): boolean {
  if (viewTag !== undefined && viewTag !== crypto.deriveViewTag(derivation, index)) return false
  const expected = crypto.derivePublicKey(derivation, index, spendKey)
  return expected !== undefined && sameBytes(expected, key)
}
