/**
 * Checks of inputs against the chain: size, order and age of rings, new key images, signatures.
 *
 * @module
 * @see monero src/cryptonote_core/blockchain.cpp Blockchain::check_tx_inputs
 */
import { concatBytes } from '@noble/hashes/utils.js'
import { max } from '#protocol/bigint.ts'
import { prefixHash } from '#protocol/chain/hashes.ts'
import { absoluteOffsets } from '#protocol/chain/offsets.ts'
import type { ParsedTransaction, TxInput } from '#protocol/chain/transaction.ts'
import { newestVersion } from '#protocol/rules/forks.ts'
import { minOutputs, ringSize, spendableAge } from '#protocol/rules/limits.ts'
import type { Crypto } from '#wasm/types.ts'
import type { ChainOutput, ChainView, Id, Refusal } from '../types.ts'
import { refuse } from './refusal.ts'
import { checkSignatures } from './ringct.ts'
import { isUnlockTimePassed } from './unlock.ts'
import type { VerifiedRings } from './verified-rings.ts'

/** Height of the youngest ring member. The transaction is invalid in chains that forked below it. */
export type Inputs = { youngest: bigint }

type KeyInput = Extract<TxInput, { kind: 'key' }>

/** Size of every ring, if there are enough outputs of the amount. */
const members = ringSize(newestVersion)

/** A transaction and its id. */
export type Named = { tx: ParsedTransaction; id: Id }

/**
 * Checks the inputs of a well-formed transaction.
 *
 * @param verified - Cache of transactions with valid signatures.
 */
export function checkInputs(
  crypto: Crypto,
  { tx, id }: Named,
  view: ChainView,
  verified: VerifiedRings,
): Inputs | Refusal {
  if (tx.version === 2 && tx.outputs.length < minOutputs)
    return refuse('number of outputs', 'too_few_outputs')
  const inputs = tx.inputs.filter((input) => input.kind === 'key')
  if (inputs.length < tx.inputs.length) return refuse('kind of input')
  const shape = checkShape(tx, inputs, view)
  if (shape) return shape
  if (!isSorted(inputs)) return refuse('order of inputs')

  const rings = ringsOf(inputs, view)
  if ('flags' in rings) return rings
  const youngest = rings.map((ring) => ring.at(-1)!.height).reduce(max, 0n)
  if (youngest + spendableAge > view.height) return refuse('age of a ring member')

  if (!verified.has(id, rings)) {
    const refusal = checkRings(crypto, tx, inputs, rings)
    if (refusal) return refusal
    verified.add(id, rings)
  }
  return { youngest }
}

/** Checks ring sizes, and the transaction version that they require. */
function checkShape(
  tx: ParsedTransaction,
  inputs: readonly KeyInput[],
  view: ChainView,
): Refusal | undefined {
  const unmixable = inputs.filter((input) => !isMixable(input, view)).length
  // Monero counts decoys, one less than ring members. For an empty ring the number wraps to the maximum.
  const sizes = inputs.map(({ keyOffsets }) => keyOffsets.length || Infinity)
  const size = Math.min(...sizes)
  if (size !== Math.max(...sizes)) return badRing('sizes of rings differ')
  if (size > members) return badRing('ring is too large')
  if (size < members && unmixable === 0) return badRing('ring is too small')
  if (size < members && inputs.length - unmixable > 1)
    return badRing('small rings with more than one decoyed')
  return tx.version === 1 && unmixable === 0 ? refuse('transaction version') : undefined
}

const badRing = (rule: string) => refuse(rule, 'low_mixin')

/** Whether there are enough outputs for a ring. Pre-RingCT amounts may have too few. */
const isMixable = ({ amount }: KeyInput, view: ChainView) =>
  amount === 0n || view.outputCount(amount) >= BigInt(members)

/** In strictly descending order of their bytes. */
const isSorted = (inputs: readonly KeyInput[]) =>
  inputs.every(({ keyImage }, i) => i === 0 || compare(inputs[i - 1]!.keyImage, keyImage) > 0)

function compare(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((byte, i) => byte !== b[i])
  return at < 0 ? 0 : a[at]! - b[at]!
}

/** The ring members of each input, if all of them exist and are unlocked, and the key images are new. */
function ringsOf(
  inputs: readonly KeyInput[],
  view: ChainView,
): (readonly ChainOutput[])[] | Refusal {
  const rings = []
  for (const { keyImage, keyOffsets, amount } of inputs) {
    if (keyOffsets.length === 0) return refuse('empty ring')
    if (view.hasKeyImage(keyImage)) return refuse('key image was spent', 'double_spend')
    const ring = view.outputs(amount, absoluteOffsets(keyOffsets))
    if (!ring.every((member) => member !== undefined)) return refuse('ring member does not exist')
    if (!ring.every(({ unlockTime }) => isUnlockTimePassed(unlockTime, view)))
      return refuse('ring member is locked')
    rings.push(ring)
  }
  return rings
}

function checkRings(
  crypto: Crypto,
  tx: ParsedTransaction,
  inputs: readonly KeyInput[],
  rings: readonly (readonly ChainOutput[])[],
): Refusal | undefined {
  if (tx.version === 2) return checkSignatures(crypto, tx, rings)
  const hash = prefixHash(tx, (data) => crypto.keccak256(data))
  const signed = inputs.every(({ keyImage }, i) => {
    const keys = rings[i]!.map(({ key }) => key)
    return crypto.verifyRing(hash, keyImage, keys, concatBytes(...tx.signatures![i]!))
  })
  return signed ? undefined : refuse('ring signature')
}
