/**
 * Checks a proof of reserve.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp check_reserve_proof
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Address } from '#protocol/address.ts'
import { badProof } from '#protocol/proofs/pieces.ts'
import type { ReserveOutput, ReserveProof } from '#protocol/proofs/reserve-proof.ts'
import type { Crypto } from '#wasm/types.ts'
import { TimeSlice } from '../base/time-slice.ts'
import { sameError, requestDaemon, type ProofSource } from './proof-requests.ts'
import { derivationOf, txPublicKeys } from './check-tx-proof.ts'
import { amountOf } from './received-amounts.ts'
import {
  areSpendKeysSigned,
  isOutputProven,
  reserveHash,
  type OutputPlace,
} from './reserve-signatures.ts'
import { fetchTransactions, type FetchedTransaction } from './fetched-transactions.ts'

/** In piconero; zeros for an invalid proof. */
export type CheckedReserve = { good: boolean; total: bigint; spent: bigint }

/**
 * @throws {RpcError} UNKNOWN_ERROR with the reference's messages for a proof that contradicts
 *   itself or the chain.
 */
export async function checkReserveProof(
  source: ProofSource,
  address: Address,
  message: string,
  proof: ReserveProof,
): Promise<CheckedReserve> {
  requireDistinct(proof)
  if (!proof.spendKeys.has(bytesToHex(address.spendKey)))
    throw badProof("The given address isn't found in the proof")
  const { crypto, clock } = source.ports
  const keyImages = proof.outputs.map(({ keyImage }) => keyImage)
  const hash = reserveHash(crypto, address, keyImages, message)
  const txids = new Set(proof.outputs.map(({ txid }) => bytesToHex(txid)))
  const fetched = await fetchTransactions(source, [...txids])
  const areSpent = await spentOf(source, keyImages.map(bytesToHex))

  const timeSlice = new TimeSlice(clock)
  let [total, spent] = [0n, 0n]
  for (const [i, output] of proof.outputs.entries()) {
    const { tx, inPool } = fetched.get(bytesToHex(output.txid))!
    if (inPool) throw badProof('Tx is unconfirmed')
    const place = outputPlaceOf(tx, output)
    if (!isOutputProven(crypto, hash, proof, address.viewKey, place, output)) return invalidProof
    const amount = amountOfProven(crypto, tx, place, output, proof)
    total += amount
    if (areSpent[i]) spent += amount
    await timeSlice.pause()
  }
  return areSpendKeysSigned(crypto, hash, proof) ? { good: true, total, spent } : invalidProof
}

const invalidProof: CheckedReserve = { good: false, total: 0n, spent: 0n }

/** Refuses duplicates, so that nothing is counted twice. */
function requireDistinct({ outputs }: ReserveProof) {
  const images = new Set(outputs.map(({ keyImage }) => bytesToHex(keyImage)))
  if (images.size < outputs.length) throw badProof('Duplicate key image in reserve proof')
  const places = new Set(outputs.map(({ txid, indexInTx }) => `${bytesToHex(txid)}:${indexInTx}`))
  if (places.size < outputs.length) throw badProof('Duplicate output in reserve proof')
}

/**
 * The output of an entry. @throws {RpcError} When the transaction has no such output, or no key.
 */
function outputPlaceOf(tx: FetchedTransaction['tx'], { indexInTx }: ReserveOutput): OutputPlace {
  const output = tx.outputs[Number(indexInTx)]
  if (!output) throw badProof('index_in_tx is out of bound')
  const [main, ...additional] = txPublicKeys(tx, "The tx public key isn't found")
  const own = additional.length === tx.outputs.length ? [additional[Number(indexInTx)]!] : []
  return { key: output.key, txKeys: [main!, ...own] }
}

/** Amount of a proven output. @throws {RpcError} When none of the spend keys received it. */
function amountOfProven(
  crypto: Crypto,
  tx: FetchedTransaction['tx'],
  { key }: OutputPlace,
  { indexInTx, sharedSecret }: ReserveOutput,
  { spendKeys }: ReserveProof,
): bigint {
  const index = Number(indexInTx)
  const derivation = derivationOf(crypto, sharedSecret)!
  const spendKey = crypto.deriveSubaddressPublicKey(key, derivation, index)
  if (!spendKey || !spendKeys.has(bytesToHex(spendKey)))
    throw badProof("The address doesn't seem to have received the fund")
  return amountOf(crypto, tx, index, derivation)
}

/** Key image limit per request of a restricted daemon. monero RESTRICTED_SPENT_KEY_IMAGES_COUNT */
const keyImagesPerRequest = 5000

/** Whether each key image is spent, in the chain or the pool, according to the daemon. */
async function spentOf(source: ProofSource, keyImages: readonly string[]): Promise<boolean[]> {
  const failure = 'Failed to get key image spent status from daemon'
  const areSpent: boolean[] = []
  for (let at = 0; at < keyImages.length; at += keyImagesPerRequest) {
    const key_images = keyImages.slice(at, at + keyImagesPerRequest)
    const { spent_status } = await requestDaemon(
      source,
      ({ json }) => json.is_key_image_spent({ key_images }),
      sameError(failure),
    )
    if (spent_status.length !== key_images.length) throw badProof(failure)
    areSpent.push(...spent_status.map((status) => status !== 0))
  }
  return areSpent
}
