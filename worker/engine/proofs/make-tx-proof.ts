/**
 * Creates a proof of payment: that this wallet paid an address, or that one of its addresses was
 * paid.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp get_tx_proof
 */
import type { Address } from '#protocol/address.ts'
import type { ParsedTransaction } from '#protocol/chain/transaction.ts'
import { badProof } from '#protocol/proofs/pieces.ts'
import type { TxProof, TxProofPart } from '#protocol/proofs/tx-proof.ts'
import type { Crypto } from '#wasm/types.ts'
import { txKeysOf } from '../tx/tx-keys.ts'
import type { Addresses } from '../keys/addresses.ts'
import type { Secrets } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { checkTxProof, proofHash, statementOf, txPublicKeys } from './check-tx-proof.ts'

type TxProver = {
  ports: { crypto: Crypto }
  secrets: Readonly<Secrets>
  store: Store
  addresses: Addresses
}

/**
 * @param fetched - Verified against its id.
 * @returns A proof that was verified as its reader will verify it.
 * @throws {RpcError} UNKNOWN_ERROR with the reference's messages.
 */
export function makeTxProof(
  prover: TxProver,
  fetched: { txid: string; tx: ParsedTransaction },
  address: Address,
  message: string,
): TxProof {
  const { crypto } = prover.ports
  const hash = proofHash(crypto, fetched.txid, message)
  const proof: TxProof = prover.addresses.find(address.spendKey)
    ? { direction: 'in', version: 2, parts: partsIn(prover, fetched.tx, address, hash) }
    : { direction: 'out', version: 2, parts: partsOut(prover, fetched.txid, address, hash) }
  if (checkTxProof(crypto, fetched, address, message, proof).received === 0n)
    throw badProof('No funds received in this tx.')
  return proof
}

function partsIn(
  { ports: { crypto }, secrets: { viewSecret } }: TxProver,
  tx: ParsedTransaction,
  address: Address,
  hash: Uint8Array,
): TxProofPart[] {
  return txPublicKeys(tx).map((txKey) => {
    const { R, A, B } = statementOf('in', txKey, address)
    return part(crypto, hash, R, A, B, viewSecret)
  })
}

// R is computed from the secret, not taken from the transaction. In a transaction with additional
// keys one part is valid and another is not, and the reader sees which.
function partsOut(
  { ports: { crypto }, store }: TxProver,
  txid: string,
  address: Address,
  hash: Uint8Array,
): TxProofPart[] {
  const txKeys = txKeysOf(store, txid)
  if (txKeys.length === 0) throw badProof("Tx secret key wasn't found in the wallet file.")
  return txKeys.map((secret) => {
    const { kind, spendKey } = address
    const R =
      kind === 'subaddress' ? crypto.multiply(secret, spendKey) : crypto.multiplyBase(secret)
    const { A, B } = statementOf('out', R!, address)
    return part(crypto, hash, R!, A, B, secret)
  })
}

function part(
  crypto: Crypto,
  hash: Uint8Array,
  R: Uint8Array,
  A: Uint8Array,
  B: Uint8Array | undefined,
  secret: Uint8Array,
): TxProofPart {
  const sharedSecret = crypto.multiply(secret, A)
  if (!sharedSecret) throw badProof('A public key of the transaction is not a point')
  return { sharedSecret, signature: crypto.signTxProof(2, hash, R, A, B, sharedSecret, secret) }
}
