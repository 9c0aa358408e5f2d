/**
 * Creates a group's transaction and signs it first.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp transfer_selected_rct
 * @see monero src/multisig/multisig_tx_builder_ringct.cpp first_partial_sign
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { paymentIdNonce, writeExtra } from '#protocol/chain/extra.ts'
import { clsagMessage } from '#protocol/chain/hashes.ts'
import { parseTransaction, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import { writeTransaction } from '#protocol/chain/write.ts'
import type { Attempt, MultisigTx } from '#protocol/interchange/multisig-set.ts'
import type { Crypto, RandomBytes } from '#wasm/types.ts'
import { TimeSlice, mapInSlices } from '../base/time-slice.ts'
import type { Clock } from '../base/ports.ts'
import { transferError } from '../base/daemon-errors.ts'
import { pseudoMasks, type Input } from '../tx/build.ts'
import { shuffled } from '../base/random.ts'
import type { WeighedDraft } from '../tx/draft.ts'
import { hedgedNonces } from '../tx/hedged-nonces.ts'
import { hasPaymentId, layoutOf, type Layout } from '../tx/layout.ts'
import { randomRecipient } from '../tx/recipient.ts'
import { keyImagesText, constructionOf, type PositionOf } from '../tx/pending-tx.ts'
import type { Store } from '../store/store.ts'
import {
  answerOf,
  challengeOf,
  sumOfSecrets,
  weightsOf,
  type ToSign,
  type Weights,
} from './clsag.ts'
import { signingContextOf, inOrder, type SigningContext } from './signing-context.ts'
import { choicesOf, type CosignerChoice } from './attempts.ts'
import { inverseEight } from '../base/inverse-eight.ts'
import { noncesPerSignature } from './export-info.ts'
import { finish } from './finish.ts'
import type { MemberSecrets } from './group.ts'
import { knownSecret } from './key-images.ts'
import { sizeError } from './tx-set.ts'

export type ProposeParts = {
  ports: { crypto: Crypto; random: RandomBytes; clock: Clock }
  store: Pick<Store, 'signing'>
  position: PositionOf
}

/** An input to sign; `secret` is the proposer's part of the signing secret. */
type Signed = { input: Input; toSign: ToSign; weights: Weights; secret: Uint8Array }

/**
 * Must run alone: there is one attempt per combination of signers, thousands in a large group.
 *
 * @returns A transaction signed by this member, with nonces that are not stored.
 * @throws {RpcError} GENERIC_TRANSFER_ERROR when other members have exported too few nonces.
 */
export async function propose(
  parts: ProposeParts,
  secrets: MemberSecrets,
  draft: WeighedDraft,
): Promise<MultisigTx> {
  const { ports, store } = parts
  const { crypto, random } = ports
  const inputs = inOrder(
    draft.inputs.map((output, i) => ({
      output,
      ring: draft.rings[i]!,
      keyImage: hexToBytes(output.keyImage!),
    })),
  )
  const signing = inputs.map(({ output }) => store.signing.get(output.key))
  const choices = choicesOf(signing, secrets.multisig.threshold - 1)
  const tooLarge = sizeError(leastSize(choices, inputs.length, secrets))
  if (tooLarge !== undefined) throw transferError(tooLarge)
  const laidOut = layoutOf(draft, randomRecipient(crypto))
  const layout = { ...laidOut, outputs: shuffled(random, laidOut.outputs) }
  const entropy = crypto.randomScalar()
  const core = signingContextOf(crypto, secrets.viewSecret, draft, inputs, layout, entropy)
  const { tx, signed } = toBeSigned(crypto, secrets, core, inputs)
  try {
    const shares = secrets.multisig.shares.map((share) => crypto.multiplyBase(share))
    const attempts = await mapInSlices(new TimeSlice(ports.clock), choices, (choice) =>
      firstAnswers(crypto, signed, choice, shares),
    )
    const pending = pendingOf(parts, draft, inputs, layout, tx, core)
    const proposed: MultisigTx = { ...pending, attempts, entropy }
    if (secrets.multisig.threshold > 1) return proposed
    const toSign = signed.map((each) => each.toSign)
    return finish(crypto, proposed, toSign, [crypto.multiplyBase(secrets.multisig.baseSecret)])
  } finally {
    for (const { secret } of signed) secret.fill(0)
  }
}

/** A lower bound of the attempts' size in bytes: their keys. */
function leastSize(
  choices: readonly CosignerChoice[],
  inputs: number,
  { multisig: { shares } }: MemberSecrets,
): number {
  // For each input, the sums on both sides, a challenge and a response.
  const perInput = 2 * noncesPerSignature + 2
  return choices.reduce(
    (size, { ignored, commitments }) =>
      size + 32 * (ignored.length + commitments.flat(2).length + shares.length + inputs * perInput),
    0,
  )
}

/** The transaction with random responses; its real responses and first challenges are zero. */
function toBeSigned(
  crypto: Crypto,
  secrets: MemberSecrets,
  { prefix, base, prefixBytes, baseBytes, made }: SigningContext,
  inputs: readonly Input[],
): { tx: ParsedTransaction; signed: Signed[] } {
  const { proof } = crypto.proveRange(made.amounts, made.masks)
  const keccak = (data: Uint8Array) => crypto.keccak256(data)
  const message = clsagMessage(keccak(prefixBytes), baseBytes, [proof], keccak)
  const masks = pseudoMasks(crypto, made.masks, inputs.length)
  const signed = inputs.map((input, i) => oneInput(crypto, secrets, message, input, masks[i]!))
  for (const mask of [...masks, ...made.masks]) mask.fill(0)
  const prunable = {
    rangeProofs: [],
    bulletproofs: [],
    bulletproofsPlus: [proof],
    mlsags: [],
    clsags: signed.map(({ toSign }) => toSign.signature),
    pseudoOutputs: signed.map(({ toSign }) => toSign.pseudoOutput),
  }
  const blob = writeTransaction({ ...prefix, ringct: { ...base, prunable } })
  return { tx: parseTransaction(blob), signed }
}

function oneInput(
  crypto: Crypto,
  secrets: MemberSecrets,
  message: Uint8Array,
  input: Input,
  pseudoMask: Uint8Array,
): Signed {
  const { output, ring, keyImage } = input
  const { members, realIndex } = ring
  const toZero = crypto.scalarSubtract(output.mask, pseudoMask)
  // In the wire encoding of an auxiliary key image.
  const scaled = crypto.scalarMultiply(inverseEight(crypto), toZero)
  // If they were the same for another message, the one that differs would be the real one.
  const { baseSecret } = secrets.multisig
  const responses = hedgedNonces(crypto, members.length, baseSecret, message, keyImage)
  const toSign: ToSign = {
    message,
    ring: members,
    realIndex,
    keyImage,
    pseudoOutput: crypto.commit(output.amount, pseudoMask),
    signature: {
      s: responses.with(realIndex, new Uint8Array(32)),
      c1: new Uint8Array(32),
      D: crypto.keyImage(members[realIndex]!.key, scaled),
    },
  }
  const weights = weightsOf(crypto, toSign)
  const secret = proposerSecret(crypto, secrets, input, toZero, weights)
  for (const each of [toZero, scaled]) each.fill(0)
  return { input, toSign, weights, secret }
}

/** w without the shares that this member lacks. */
function proposerSecret(
  crypto: Crypto,
  secrets: MemberSecrets,
  { output }: Input,
  toZero: Uint8Array,
  { muP, muC }: Weights,
): Uint8Array {
  const known = knownSecret(crypto, secrets, output)
  const key = sumOfSecrets(crypto, [known, ...secrets.multisig.shares])
  const parts = [crypto.scalarMultiply(muP, key), crypto.scalarMultiply(muC, toZero)]
  const secret = crypto.scalarAdd(parts[0]!, parts[1]!)
  for (const each of [known, key, ...parts]) each.fill(0)
  return secret
}

function firstAnswers(
  crypto: Crypto,
  signed: readonly Signed[],
  { ignored, commitments }: CosignerChoice,
  signedShares: Uint8Array[],
): Attempt {
  const attempt: Attempt = {
    ignored,
    signedShares,
    sums: [],
    challenges: [],
    responses: [],
    commitments: commitments.flat(2).map(({ L }) => L),
  }
  for (const [i, { input, toSign, weights, secret }] of signed.entries()) {
    const known = commitments[i]!.flatMap((peer) => peer.map(({ L }) => L))
    const nonces = hedgedNonces(crypto, noncesPerSignature, secret, toSign.message, ...known)
    const key = hexToBytes(input.output.key)
    const sum = (own: (nonce: Uint8Array) => Uint8Array, side: 'L' | 'R') =>
      nonces.map((nonce, n) =>
        commitments[i]!.reduce(
          (total, peer) => crypto.pointAdd(total, peer[n]![side])!,
          own(nonce),
        ),
      )
    const sums = {
      L: sum((nonce) => crypto.multiplyBase(nonce), 'L'),
      R: sum((nonce) => crypto.keyImage(key, nonce), 'R'),
    }
    const challenge = challengeOf(crypto, toSign, weights, sums)!
    attempt.sums.push(sums)
    attempt.challenges.push(challenge.first)
    attempt.responses.push(answerOf(crypto, challenge, nonces, secret))
    for (const nonce of nonces) nonce.fill(0)
  }
  return attempt
}

function pendingOf(
  { position }: ProposeParts,
  draft: WeighedDraft,
  inputs: readonly Input[],
  layout: Layout,
  tx: ParsedTransaction,
  { keys }: SigningContext,
) {
  const { paymentId, fee, payments } = draft
  const id = paymentId ?? new Uint8Array(8)
  // In the clear: each member encrypts it again.
  const extra = hasPaymentId(layout, paymentId) ? [paymentIdNonce({ kind: 'encrypted', id })] : []
  const ordered = {
    ...draft,
    inputs: inputs.map(({ output }) => output),
    rings: inputs.map(({ ring }) => ring),
  }
  const construction = constructionOf(ordered, layout, writeExtra(extra), position)
  const sources = construction.sources.map((source, i) => ({
    ...source,
    keyImage: inputs[i]!.keyImage,
  }))
  return {
    tx,
    fee,
    payments,
    change: construction.change,
    keyImages: keyImagesText(tx),
    txKeys: [keys.main, ...keys.additional],
    construction: { ...construction, sources },
  }
}
