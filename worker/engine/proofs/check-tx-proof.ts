/**
 * Checks a proof of payment.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp check_tx_proof
 */
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Address } from '#protocol/address.ts'
import { additionalKeys, parseExtra, publicKeys } from '#protocol/chain/extra.ts'
import type { Transaction } from '#protocol/chain/transaction.ts'
import { badProof } from '#protocol/proofs/pieces.ts'
import type { TxProof } from '#protocol/proofs/tx-proof.ts'
import type { Crypto } from '#wasm/types.ts'
import { one } from '../scan/output-amount.ts'
import { receivedBy } from './received-amounts.ts'

/** The signed content of a transaction's proofs: its id and a message. */
export const proofHash = (crypto: Crypto, txid: string, message: string): Uint8Array =>
  crypto.keccak256(concatBytes(hexToBytes(txid), utf8ToBytes(message)))

/**
 * The transaction's main public key, then the additional ones. @throws {RpcError} When it has none.
 */
export function txPublicKeys(
  { extra }: Transaction,
  missing = 'Tx pubkey was not found',
): Uint8Array[] {
  const { fields } = parseExtra(extra)
  const [main] = publicKeys(fields)
  if (!main) throw badProof(missing)
  return [main, ...additionalKeys(fields)]
}

/**
 * The points of one part of a proof. The sender knows the secret of the transaction key, the
 * recipient that of the view key: the two points are swapped accordingly.
 */
export function statementOf(
  direction: TxProof['direction'],
  txKey: Uint8Array,
  { kind, viewKey, spendKey }: Address,
): { R: Uint8Array; A: Uint8Array; B: Uint8Array | undefined } {
  const B = kind === 'subaddress' ? spendKey : undefined
  return direction === 'out' ? { R: txKey, A: viewKey, B } : { R: viewKey, A: txKey, B }
}

/** `received` is in piconero, and 0 for an invalid proof. */
export type CheckedTxProof = { good: boolean; received: bigint }

/**
 * Checks a proof against its transaction. One valid part makes the proof valid; an invalid part
 * proves nothing.
 *
 * @throws {RpcError} UNKNOWN_ERROR when the number of parts differs from that of the public keys.
 */
export function checkTxProof(
  crypto: Crypto,
  { txid, tx }: { txid: string; tx: Transaction },
  address: Address,
  message: string,
  { direction, version, parts }: TxProof,
): CheckedTxProof {
  const keys = txPublicKeys(tx)
  if (keys.length !== parts.length)
    throw badProof('Signature size mismatch with additional tx pubkeys')
  const hash = proofHash(crypto, txid, message)
  const [main, ...additional] = parts.map(({ sharedSecret, signature }, i) => {
    const { R, A, B } = statementOf(direction, keys[i]!, address)
    return crypto.verifyTxProof(version, hash, R, A, B, sharedSecret, signature)
      ? derivationOf(crypto, sharedSecret)
      : undefined
  })
  const good = [main, ...additional].some((derivation) => derivation !== undefined)
  const { spendKey } = address
  return { good, received: good ? receivedBy(crypto, tx, spendKey, { main, additional }) : 0n }
}

/** 8·D, the derivation of a shared secret. Undefined when the encoding is not a point. */
export const derivationOf = (crypto: Crypto, sharedSecret: Uint8Array): Uint8Array | undefined =>
  crypto.keyDerivation(sharedSecret, one)
