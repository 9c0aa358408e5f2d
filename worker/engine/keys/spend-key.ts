/**
 * The key that spends an output of the wallet.
 *
 * @module
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Crypto } from '#wasm/types.ts'
import { oneTimeKey, type OneTimeKey, type SpendSecrets } from './one-time-key.ts'
import type { OutputRecord } from '../store/records.ts'
import { transferError } from '../base/daemon-errors.ts'

/**
 * The secret of an output's one-time key, which the caller wipes.
 *
 * @returns With its key image, which is checked against the record.
 * @throws {RpcError} When record and keys contradict each other.
 */
export function keyToSpend(
  crypto: Crypto,
  secrets: SpendSecrets,
  { key, txPublicKey, indexInTx, subaddress, keyImage }: OutputRecord,
): OneTimeKey {
  const derivation = crypto.keyDerivation(txPublicKey, secrets.viewSecret)
  if (!derivation) throw keyMismatch()
  const output = { key: hexToBytes(key), derivation, indexInTx, subaddress }
  const found = oneTimeKey(crypto, secrets, output)
  derivation.fill(0)
  if (!found) throw keyMismatch()
  if (keyImage !== undefined && keyImage !== bytesToHex(found.keyImage)) {
    found.secret.fill(0)
    throw keyMismatch()
  }
  return found
}

const keyMismatch = () => transferError('an output of this wallet does not belong to its keys')
