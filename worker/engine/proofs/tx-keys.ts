/**
 * What secret transaction keys show: whoever has them can tell what an address got.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp check_tx_key
 */
import { badProof } from '#protocol/proofs/pieces.ts'
import type { Address } from '#protocol/address.ts'
import type { Transaction } from '#protocol/chain/transaction.ts'
import type { Crypto } from '#wasm/types.ts'
import { receivedBy } from './received-amounts.ts'

/**
 * Derivations of secret transaction keys with an address's view key.
 *
 * @param keys - The transaction's own, then the additional ones.
 * @throws {RpcError} UNKNOWN_ERROR when the view key is no point.
 */
export function txKeyDerivations(
  crypto: Crypto,
  keys: readonly Uint8Array[],
  { viewKey }: Pick<Address, 'viewKey'>,
): Uint8Array[] {
  return keys.map((key) => {
    // Any 32 bytes are taken for a number, as in the reference.
    const secret = crypto.scalarReduce(key)
    const derivation = crypto.keyDerivation(viewKey, secret)
    secret.fill(0)
    if (!derivation) throw badProof('Failed to generate key derivation from supplied parameters')
    return derivation
  })
}

/** @returns What the address got, in piconero. @throws {RpcError} UNKNOWN_ERROR for too few or many keys. */
export function receivedByTxKeys(
  crypto: Crypto,
  tx: Transaction,
  { spendKey }: Pick<Address, 'spendKey'>,
  [main, ...additional]: readonly Uint8Array[],
): bigint {
  if (additional.length > 0 && additional.length !== tx.outputs.length)
    throw badProof('The size of additional derivations is wrong')
  return receivedBy(crypto, tx, spendKey, { main, additional })
}
