/**
 * Checks the RingCT part of a transaction: balance, range proofs and signatures.
 *
 * @module
 * @see monero src/ringct/rctSigs.cpp verRctSemanticsSimple, verRctNonSemanticsSimple
 */
import { isBalanced, signedMessage } from '#protocol/chain/ringct-sums.ts'
import type { ParsedTransaction } from '#protocol/chain/transaction.ts'
import type { Crypto, RingMember } from '#wasm/types.ts'
import type { Refusal } from '../types.ts'
import { ringCtType } from './output-types.ts'
import { refuse } from './refusal.ts'

/**
 * Checks the balance and the range proofs of transactions of version 2. All proofs are verified in one
 * batch, which is several times faster than one at a time.
 */
export function checkAmounts(
  crypto: Crypto,
  txs: readonly ParsedTransaction[],
): Refusal | undefined {
  const proofs = []
  for (const { ringct } of txs) {
    if (ringct?.type !== ringCtType || !ringct.prunable)
      return refuse('RingCT type that proves amounts', 'invalid_input')
    if (!isBalanced(crypto, ringct)) return refuse('balance', 'invalid_input')
    const [proof, ...more] = ringct.prunable.bulletproofsPlus
    if (!proof || more.length > 0) return refuse('number of range proofs', 'invalid_input')
    proofs.push({ proof, commitments: ringct.outputCommitments })
  }
  return crypto.verifyRanges(proofs) ? undefined : refuse('range proof', 'invalid_input')
}

/**
 * Checks the signature of each input over its ring.
 *
 * @param rings - Ring members, in the order of the inputs and of their indices.
 */
export function checkSignatures(
  crypto: Crypto,
  tx: ParsedTransaction,
  rings: readonly (readonly RingMember[])[],
): Refusal | undefined {
  const { ringct } = tx
  if (ringct?.type !== ringCtType || !ringct.prunable)
    return refuse('RingCT type that is signed', 'invalid_input')
  const { clsags, pseudoOutputs } = ringct.prunable
  const message = signedMessage(tx, (data) => crypto.keccak256(data))
  const signed = tx.inputs.every((input, i) => {
    const signature = clsags[i]
    const pseudoOutput = pseudoOutputs[i]
    const ring = rings[i]!
    if (input.kind !== 'key' || !signature || !pseudoOutput) return false
    if (signature.s.length !== ring.length) return false
    const { keyImage } = input
    return crypto.verifyClsag({ message, ring, pseudoOutput, keyImage, signature })
  })
  return signed ? undefined : refuse('CLSAG')
}
