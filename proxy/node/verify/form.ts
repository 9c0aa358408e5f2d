/**
 * Checks of a transaction that do not depend on the chain.
 *
 * @module
 * @see monero src/cryptonote_core/tx_verification_utils.cpp ver_non_input_consensus
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { sumOfAmounts } from '#protocol/bigint.ts'
import { max64 } from '#protocol/fields.ts'
import { ChainError } from '#protocol/chain/reader.ts'
import type { ParsedTransaction } from '#protocol/chain/transaction.ts'
import { transactionWeight } from '#protocol/chain/weights.ts'
import { newestVersion } from '#protocol/rules/forks.ts'
import { maxTransactionSize, transactionWeightLimit } from '#protocol/rules/limits.ts'
import type { Crypto } from '#wasm/types.ts'
import { checkOutputTypes, checkRingCtType } from './output-types.ts'
import type { Refusal } from '../types.ts'
import { refuse } from './refusal.ts'
import { checkAmounts } from './ringct.ts'

/** The first refusal of several checks. */
const firstRefusal = (...checks: (() => Refusal | undefined)[]): Refusal | undefined => {
  for (const check of checks) {
    const refusal = check()
    if (refusal) return refusal
  }
  return undefined
}

/**
 * Checks the form of transactions, with all range proofs in one batch.
 *
 * @returns The refusal, without the transaction that caused it.
 */
export function checkForms(crypto: Crypto, txs: readonly ParsedTransaction[]): Refusal | undefined {
  for (const tx of txs) {
    const refusal = firstRefusal(
      () => checkSize(crypto, tx),
      () => checkSemantics(crypto, tx),
      () => checkClearOutputs(tx),
      () => checkRingCtType(tx),
    )
    if (refusal) return refusal
  }
  return checkAmounts(
    crypto,
    txs.filter((tx) => tx.version === 2),
  )
}

function checkSize(crypto: Crypto, tx: ParsedTransaction): Refusal | undefined {
  if (tx.blob.length > maxTransactionSize) return refuse('size', 'too_big')
  // Monero divides commitments by 8 when it parses them, which fails for invalid points.
  if (!(tx.ringct?.outputCommitments ?? []).every((commitment) => crypto.isPoint(commitment)))
    return refuse('commitment: expected a point')
  const weight = weightOf(tx)
  if (weight === undefined) return refuse('weight')
  return weight > transactionWeightLimit(newestVersion) ? refuse('weight', 'too_big') : undefined
}

/** The weight; undefined for malformed range proofs. */
function weightOf(tx: ParsedTransaction): number | undefined {
  try {
    return transactionWeight(tx)
  } catch (error) {
    if (error instanceof ChainError) return undefined
    throw error
  }
}

/** @see monero src/cryptonote_core/cryptonote_core.cpp core::check_tx_semantic */
function checkSemantics(crypto: Crypto, tx: ParsedTransaction): Refusal | undefined {
  const { inputs, outputs, ringct } = tx
  if (inputs.length === 0) return refuse('no inputs', 'invalid_input')
  if (inputs.some(({ kind }) => kind !== 'key')) return refuse('kind of input', 'invalid_input')
  for (const { key, amount } of outputs) {
    if (tx.version === 1 && amount === 0n) return refuse('amount of an output', 'invalid_output')
    if (!crypto.isPoint(key)) return refuse('key of an output', 'invalid_output')
  }
  if (tx.version === 2 && ringct!.outputCommitments.length !== outputs.length)
    return refuse('commitments of the outputs', 'invalid_output')
  return firstRefusal(
    () => checkSums(tx),
    () => checkKeyImages(crypto, tx),
    () => checkOutputTypes(tx),
  )
}

/** @see monero src/cryptonote_basic/cryptonote_format_utils.cpp check_money_overflow */
function checkSums(tx: ParsedTransaction): Refusal | undefined {
  const spent = sumOfAmounts(keysOf(tx))
  const paid = sumOfAmounts(tx.outputs)
  if (spent > max64 || paid > max64) return refuse('sum of amounts', 'overspend')
  return tx.version === 1 && spent <= paid ? refuse('amounts in and out', 'overspend') : undefined
}

const keysOf = (tx: ParsedTransaction) => tx.inputs.filter((input) => input.kind === 'key')

function checkKeyImages(crypto: Crypto, tx: ParsedTransaction): Refusal | undefined {
  const inputs = keysOf(tx)
  const images = new Set(inputs.map(({ keyImage }) => bytesToHex(keyImage)))
  if (images.size < inputs.length) return refuse('key image used twice', 'invalid_input')
  // Offsets are relative: zero repeats the previous ring member.
  if (inputs.some(({ keyOffsets }) => keyOffsets.slice(1).includes(0n)))
    return refuse('ring member used twice', 'invalid_input')
  for (const { keyImage } of inputs) {
    // Monero stops here without a flag.
    if (!crypto.isPoint(keyImage)) return refuse('key image: expected a point')
    if (!isKeyImage(crypto, keyImage)) return refuse('domain of a key image', 'invalid_input')
  }
  return undefined
}

const identity = bytesToHex(Uint8Array.of(1, ...new Uint8Array(31)))

/** Not the identity and without a component of small order, so that each output has one key image. */
const isKeyImage = (crypto: Crypto, image: Uint8Array) =>
  bytesToHex(image) !== identity && crypto.isInMainSubgroup(image)

/** @see monero src/cryptonote_core/blockchain.cpp Blockchain::check_tx_outputs */
function checkClearOutputs(tx: ParsedTransaction): Refusal | undefined {
  const { outputs } = tx
  if (tx.version === 1 && !outputs.every(({ amount }) => isDecomposed(amount)))
    return refuse('digits of an amount', 'invalid_output')
  if (tx.version === 2 && outputs.some(({ amount }) => amount !== 0n))
    return refuse('amount in the clear', 'invalid_output')
  return undefined
}

/** One digit followed by zeros. @see monero src/cryptonote_basic/cryptonote_format_utils.cpp is_valid_decomposed_amount */
const isDecomposed = (amount: bigint) => /^[1-9]0*$/.test(`${amount}`)
