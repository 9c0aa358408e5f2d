/**
 * Builds and signs the transaction of a draft.
 *
 * @module
 * @see monero src/cryptonote_core/cryptonote_tx_utils.cpp construct_tx_with_tx_key
 * @see monero src/ringct/rctSigs.cpp genRctSimple
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { clsagMessage, transactionId } from '#protocol/chain/hashes.ts'
import type { RingCt, RingCtPrunable } from '#protocol/chain/ringct.ts'
import {
  parseTransaction,
  shapeOf,
  type ParsedTransaction,
  type TransactionPrefix,
} from '#protocol/chain/transaction.ts'
import { writePrefix, writeRingCtBase, writeTransaction } from '#protocol/chain/write.ts'
import type { Crypto, RandomBytes } from '#wasm/types.ts'
import type { SpendSecrets } from '../keys/one-time-key.ts'
import type { OutputRecord } from '../store/records.ts'
import { shuffled } from '../base/random.ts'
import type { WeighedDraft } from './draft.ts'
import { layoutOf, type Layout } from './layout.ts'
import { makeOutputs, newTxKeys, type MadeOutputs, type TxKeys } from './outputs.ts'
import { randomRecipient } from './recipient.ts'
import type { Ring } from './ring.ts'
import { keyToSpend } from '../keys/spend-key.ts'
import { amountShown, ringOffsets } from './weigh.ts'

export type BuiltTransaction = {
  txid: string
  tx: ParsedTransaction
  keys: TxKeys
  /** The draft, its inputs and rings in the order of the transaction. */
  draft: WeighedDraft
  layout: Layout
}

export type Input = { output: OutputRecord; ring: Ring; keyImage: Uint8Array }

/** An input with everything that signing needs. */
type Signer = Input & { secret: Uint8Array }

/** @throws {RpcError} When an address or a record makes it impossible; nothing was sent then. */
export function buildTransaction(
  ports: { crypto: Crypto; random: RandomBytes },
  secrets: SpendSecrets,
  draft: WeighedDraft,
): BuiltTransaction {
  const { crypto, random } = ports
  const laidOut = layoutOf(draft, randomRecipient(crypto))
  const layout = { ...laidOut, outputs: shuffled(random, laidOut.outputs) }
  const keys = newTxKeys(crypto, layout)
  const made = makeOutputs(crypto, layout, keys, secrets.viewSecret, draft.paymentId)
  const signers: Signer[] = []
  try {
    for (const [index, output] of draft.inputs.entries())
      signers.push({ output, ring: draft.rings[index]!, ...keyToSpend(crypto, secrets, output) })
    // Consensus requires inputs sorted by key image, the greatest first.
    signers.sort((a, b) => (bytesToHex(a.keyImage) < bytesToHex(b.keyImage) ? 1 : -1))
    const prefix = prefixOf(draft, signers, made)
    const blob = draft.ringct
      ? signRingCt(crypto, draft.fee, prefix, signers, made)
      : signPlain(crypto, prefix, signers)
    const tx = parseTransaction(blob)
    const inputs = signers.map(({ output }) => output)
    const rings = signers.map(({ ring }) => ring)
    const txid = bytesToHex(transactionId(tx))
    return { txid, tx, keys, draft: { ...draft, inputs, rings }, layout }
  } finally {
    for (const { secret } of signers) secret.fill(0)
    for (const mask of made.masks) mask.fill(0)
  }
}

export const prefixOf = (
  { ringct, unlockTime }: Pick<WeighedDraft, 'ringct' | 'unlockTime'>,
  signers: readonly Input[],
  { outputs, extra }: MadeOutputs,
): TransactionPrefix => ({
  version: ringct ? 2 : 1,
  unlockTime,
  inputs: signers.map(({ output, ring, keyImage }) => ({
    kind: 'key',
    amount: amountShown(output),
    keyOffsets: ringOffsets(ring),
    keyImage,
  })),
  outputs,
  extra,
})

/** The whole of a transaction of version 1: a ring signature for each input. */
function signPlain(crypto: Crypto, prefix: TransactionPrefix, signers: readonly Signer[]) {
  const hash = crypto.keccak256(writePrefix(prefix))
  const signatures = signers.map(({ ring, secret, keyImage }) => {
    const keys = ring.members.map(({ key }) => key)
    const signed = crypto.signRing(hash, keyImage, keys, secret, ring.realIndex)
    return keys.map((_, i) => signed.subarray(64 * i, 64 * i + 64))
  })
  return writeTransaction({ ...prefix, signatures })
}

function signRingCt(
  crypto: Crypto,
  fee: bigint,
  prefix: TransactionPrefix,
  signers: readonly Signer[],
  made: MadeOutputs,
): Uint8Array {
  const { proof } = crypto.proveRange(made.amounts, made.masks)
  const base: RingCt = {
    type: 6,
    fee,
    pseudoOutputs: [],
    ecdh: made.ecdh,
    outputCommitments: made.commitments,
  }
  const prefixHash = crypto.keccak256(writePrefix(prefix))
  const baseBytes = writeRingCtBase(base, shapeOf(prefix))
  const message = clsagMessage(prefixHash, baseBytes, [proof], (data) => crypto.keccak256(data))
  const prunable: RingCtPrunable = {
    rangeProofs: [],
    bulletproofs: [],
    bulletproofsPlus: [proof],
    mlsags: [],
    ...signInputs(crypto, message, signers, made.masks),
  }
  return writeTransaction({ ...prefix, ringct: { ...base, prunable } })
}

/** The masks of the pseudo outputs sum to the masks of the outputs, so commitments balance. */
function signInputs(
  crypto: Crypto,
  message: Uint8Array,
  signers: readonly Signer[],
  outputMasks: readonly Uint8Array[],
) {
  const masks = pseudoMasks(crypto, outputMasks, signers.length)
  try {
    const pseudoOutputs = signers.map(({ output }, i) => crypto.commit(output.amount, masks[i]!))
    const clsags = signers.map(({ output, ring, secret }, i) => {
      const { signature } = crypto.signClsag({
        message,
        ring: ring.members,
        realIndex: ring.realIndex,
        secret,
        mask: output.mask,
        pseudoOutput: pseudoOutputs[i]!,
        pseudoMask: masks[i]!,
      })
      return signature
    })
    return { clsags, pseudoOutputs }
  } finally {
    for (const mask of masks) mask.fill(0)
  }
}

/** Masks of the pseudo outputs, random except for the last; the caller wipes them. */
export function pseudoMasks(crypto: Crypto, outputMasks: readonly Uint8Array[], count: number) {
  const random = Array.from({ length: count - 1 }, () => crypto.randomScalar())
  const sum = (masks: readonly Uint8Array[]) =>
    masks.reduce((total, mask) => crypto.scalarAdd(total, mask), new Uint8Array(32))
  return [...random, crypto.scalarSubtract(sum(outputMasks), sum(random))]
}
