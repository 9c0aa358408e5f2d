/**
 * Verifies an own transaction from its bytes, before it is sent.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp sanity_check
 */
import type { RecipientAmount } from '#protocol/interchange/construction.ts'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { sameBytes, u64ToBytes } from '#protocol/bytes.ts'
import { additionalKeys, parseExtra, publicKeys } from '#protocol/chain/extra.ts'
import { prefixHash } from '#protocol/chain/hashes.ts'
import { absoluteOffsets } from '#protocol/chain/offsets.ts'
import { isBalanced, signedMessage } from '#protocol/chain/ringct-sums.ts'
import { parseTransaction, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import { transactionWeight } from '#protocol/chain/weights.ts'
import { writeTransaction } from '#protocol/chain/write.ts'
import type { Crypto } from '#wasm/types.ts'
import type { Secrets } from '../store/records.ts'
import { feeOf } from '../scan/incoming-transaction.ts'
import { transferError } from '../base/daemon-errors.ts'
import type { BuiltTransaction } from './build.ts'
import { sameRecipient } from './recipient.ts'
import { amountShown } from './weigh.ts'

/**
 * @throws {RpcError} GENERIC_TRANSFER_ERROR for any difference from the draft. Nothing was sent then.
 */
export function verifyBuilt(crypto: Crypto, secrets: Secrets, built: BuiltTransaction): void {
  const tx = parseTransaction(built.tx.blob)
  const { ringct } = built.draft
  const sound =
    tx.version === (ringct ? 2 : 1) &&
    bytesToHex(writeTransaction(tx)) === bytesToHex(built.tx.blob) &&
    transactionWeight(tx) === built.draft.weight &&
    feeOf({ tx, coinbase: false }) === built.draft.fee &&
    tx.unlockTime === built.draft.unlockTime &&
    spendsTheInputs(tx, built) &&
    (ringct ? isBalancedAndSigned(crypto, tx, built) : isSignedPlain(crypto, tx, built)) &&
    tx.outputs.length === built.layout.outputs.length &&
    tx.outputs.every((_, index) => receives(crypto, secrets, tx, built, index))
  if (!sound) throw transferError('Created transaction(s) failed sanity check')
}

function spendsTheInputs(tx: ParsedTransaction, { draft }: BuiltTransaction): boolean {
  const images = new Set<string>()
  for (const [i, input] of tx.inputs.entries()) {
    const output = draft.inputs[i]
    if (input.kind !== 'key' || !output) return false
    if (input.amount !== amountShown(output)) return false
    const image = bytesToHex(input.keyImage)
    if (output.keyImage !== undefined && output.keyImage !== image) return false
    images.add(image)
    const ring = draft.rings[i]!
    const real = absoluteOffsets(input.keyOffsets)[ring.realIndex]
    if (real !== output.globalIndex) return false
    if (bytesToHex(ring.members[ring.realIndex]!.key) !== output.key) return false
  }
  return images.size === draft.inputs.length
}

function isBalancedAndSigned(
  crypto: Crypto,
  tx: ParsedTransaction,
  { draft }: BuiltTransaction,
): boolean {
  const { ringct } = tx
  if (!ringct || !isBalanced(crypto, ringct)) return false
  const { bulletproofsPlus, clsags, pseudoOutputs } = ringct.prunable!
  const message = signedMessage(tx, (data) => crypto.keccak256(data))
  const signed = tx.inputs.every(
    (input, i) =>
      input.kind === 'key' &&
      crypto.verifyClsag({
        message,
        ring: draft.rings[i]!.members,
        pseudoOutput: pseudoOutputs[i]!,
        keyImage: input.keyImage,
        signature: clsags[i]!,
      }),
  )
  const [proof] = bulletproofsPlus
  if (!signed || !proof) return false
  return crypto.verifyRanges([{ proof, commitments: ringct.outputCommitments }])
}

/** Whether each ring signature of a version 1 transaction is valid. Its amounts are checked with the fee. */
function isSignedPlain(
  crypto: Crypto,
  tx: ParsedTransaction,
  { draft }: BuiltTransaction,
): boolean {
  const hash = prefixHash(tx)
  return tx.inputs.every((input, i) => {
    const keys = draft.rings[i]!.members.map(({ key }) => key)
    const signature = concatBytes(...(tx.signatures?.[i] ?? []))
    return (
      input.kind === 'key' &&
      signature.length === 64 * keys.length &&
      crypto.verifyRing(hash, input.keyImage, keys, signature)
    )
  })
}

/**
 * Whether an output belongs to the recipient and has the amount, derived as the recipient's wallet derives it:
 * from a public key of the extra. Outputs to this wallet use its view key, all others the secret transaction
 * keys.
 */
function receives(
  crypto: Crypto,
  secrets: Secrets,
  tx: ParsedTransaction,
  { keys, layout }: BuiltTransaction,
  index: number,
): boolean {
  const payment = layout.outputs[index]!
  const { fields } = parseExtra(tx.extra)
  const ours = layout.change !== undefined && sameRecipient(layout.change, payment)
  const derivations = ours
    ? publicKeys(fields).map((key) => crypto.keyDerivation(key, secrets.viewSecret))
    : [keys.main, keys.additional[index]].map(
        (secret) => secret && crypto.keyDerivation(payment.viewKey, secret),
      )
  if (keys.additional.length !== additionalKeys(fields).length) return false
  return derivations.some(
    (derivation) => derivation && shows(crypto, tx, index, derivation, payment),
  )
}

function shows(
  crypto: Crypto,
  { outputs, ringct }: ParsedTransaction,
  index: number,
  derivation: Uint8Array,
  { spendKey, amount }: RecipientAmount,
): boolean {
  const { key, viewTag, amount: shown } = outputs[index]!
  const expected = crypto.derivePublicKey(derivation, index, spendKey)
  if (!expected || !sameBytes(expected, key)) return false
  if (viewTag !== crypto.deriveViewTag(derivation, index)) return false
  if (!ringct) return shown === amount
  const scalar = crypto.derivationToScalar(derivation, index)
  const commitment = crypto.commit(amount, crypto.commitmentMask(scalar))
  const hidden = crypto.xorAmount(u64ToBytes(amount), scalar)
  return (
    sameBytes(commitment, ringct.outputCommitments[index]!) &&
    sameBytes(hidden, ringct.ecdh[index]!.amount)
  )
}
