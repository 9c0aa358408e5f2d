/**
 * Checks secret transaction keys: they reveal the amounts that an address received.
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
 * @param keys - The transaction's main key, then the additional ones.
 * @throws {RpcError} UNKNOWN_ERROR when the view key is not a point.
 */
export function txKeyDerivations(
  crypto: Crypto,
  keys: readonly Uint8Array[],
  { viewKey }: Pick<Address, 'viewKey'>,
): Uint8Array[] {
  return keys.map((key) => {
    // Any 32 bytes are accepted as a number, as in the reference.
    const secret = crypto.scalarReduce(key)
    const derivation = crypto.keyDerivation(viewKey, secret)
    secret.fill(0)
    if (!derivation) throw badProof('Failed to generate key derivation from supplied parameters')
    return derivation
  })
}

/**
 * @returns The received amount in piconero. @throws {RpcError} UNKNOWN_ERROR for a wrong number of
 *   keys.
 */
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
