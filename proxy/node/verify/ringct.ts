/**
 * What the RingCT part proves: that amounts add up and are none below zero, and who signed.
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
 * Checks sums and range proofs of transactions of version 2: all proofs in one batch, in which each
 * costs a fraction of what it costs alone.
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
 * @param rings - Members in the order of the inputs, each ring in the order of its indices.
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
