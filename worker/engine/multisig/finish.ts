/**
 * Completes a transaction that enough members have signed.
 *
 * @module
 * @see monero src/multisig/multisig_tx_builder_ringct.cpp finalize_tx
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { parseTransaction, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import { writeTransaction } from '#protocol/chain/write.ts'
import type { Attempt, MultisigTx } from '#protocol/interchange/multisig-set.ts'
import type { Crypto } from '#wasm/types.ts'
import type { ToSign } from './clsag.ts'
import { refused } from './errors.ts'

export const notHeld = 'the signatures of the group do not hold'

/**
 * @param signers - Base keys of all signers.
 * @throws {RpcError} UNKNOWN_ERROR when there is not exactly one attempt of these signers, or its
 *   signatures are invalid.
 */
export function finish(
  crypto: Crypto,
  pending: MultisigTx,
  toSign: readonly ToSign[],
  signers: readonly Uint8Array[],
): MultisigTx {
  const names = new Set(signers.map(bytesToHex))
  const final = pending.attempts.filter(
    ({ ignored }) => !ignored.some((each) => names.has(bytesToHex(each))),
  )
  if (final.length > 1) throw refused('More than one transaction is final')
  const [attempt] = final
  if (!attempt)
    throw refused(
      'Unable to finalize the transaction: the ignore sets for these tx attempts seem to be malformed.',
    )
  const tx = withSignatures(pending.tx, attempt, toSign)
  if (!isSigned(crypto, tx, toSign)) throw refused(notHeld)
  return { ...pending, tx }
}

function withSignatures(
  { ringct, ...tx }: ParsedTransaction,
  { challenges, responses }: Attempt,
  toSign: readonly ToSign[],
): ParsedTransaction {
  const clsags = toSign.map(({ signature, realIndex }, i) => ({
    s: signature.s.map((s, at) => (at === realIndex ? responses[i]! : s)),
    c1: challenges[i]!,
    D: signature.D,
  }))
  const prunable = { ...ringct!.prunable!, clsags }
  return parseTransaction(writeTransaction({ ...tx, ringct: { ...ringct!, prunable } }))
}

/** Whether its signatures verify. */
export const isSigned = (
  crypto: Crypto,
  { ringct }: ParsedTransaction,
  toSign: readonly ToSign[],
): boolean =>
  toSign.every(({ message, ring, pseudoOutput, keyImage }, i) =>
    crypto.verifyClsag({
      message,
      ring,
      pseudoOutput,
      keyImage,
      signature: ringct!.prunable!.clsags[i]!,
    }),
  )
