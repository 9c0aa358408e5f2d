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

/** What proofs of one transaction sign: its id and a message. */
export const proofHash = (crypto: Crypto, txid: string, message: string): Uint8Array =>
  crypto.keccak256(concatBytes(hexToBytes(txid), utf8ToBytes(message)))

/** The transaction's own public key, then the additional ones. @throws {RpcError} When it has none. */
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
 * The points that a part of a proof is about. Who paid knows the secret of the transaction's key, who
 * was paid that of the view key: the two change places.
 */
export function statementOf(
  direction: TxProof['direction'],
  txKey: Uint8Array,
  { kind, viewKey, spendKey }: Address,
): { R: Uint8Array; A: Uint8Array; B: Uint8Array | undefined } {
  const B = kind === 'subaddress' ? spendKey : undefined
  return direction === 'out' ? { R: txKey, A: viewKey, B } : { R: viewKey, A: txKey, B }
}

/** `received` is in piconero, and 0 for a proof that is not good. */
export type CheckedTxProof = { good: boolean; received: bigint }

/**
 * Checks a proof against its transaction. It is good when one of its parts is; a part that is not
 * shows nothing.
 *
 * @throws {RpcError} UNKNOWN_ERROR when it has not a part for each public key.
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

/** 8·D, the derivation behind a shared secret. Undefined when that is no point. */
export const derivationOf = (crypto: Crypto, sharedSecret: Uint8Array): Uint8Array | undefined =>
  crypto.keyDerivation(sharedSecret, one)
