/**
 * Consensus limits of the weight of blocks and transactions. They bound the work of a scan.
 *
 * A weight is at least the number of bytes, and a pruned transaction has fewer bytes than the whole one.
 *
 * @module
 * @see monero src/cryptonote_core/tx_verification_utils.cpp ver_non_input_consensus
 */
import type { KeyPlaces } from '#protocol/chain/skim.ts'
import {
  maxBlockWeight,
  maxOutputs,
  maxTransactionSize,
  transactionWeightLimit,
} from '#protocol/rules/limits.ts'
import { InvalidDaemonData } from '../base/daemon-errors.ts'
import { blockOf, heightIn, type Slice } from './slice.ts'

/** The version from which consensus limits the weight of a transaction. monero HF_VERSION_PER_BYTE_FEE */
const weightLimitedFrom = 8

/** The first RingCT type with one range proof for all outputs. */
const bulletproofType = 3

/**
 * Checks the skimmed transactions from `from` on, and the blocks that begin among them.
 *
 * @throws InvalidDaemonData that names the block, and the transaction.
 */
export function requireWeights(slice: Slice, places: KeyPlaces, from: number): void {
  const { bytes, firstTransaction, transactions, transactionEnds, versions } = slice
  const { firstOutput, outputs, prefixEnds } = places
  let block = blockOf(slice, from)
  for (let row = 0; row < prefixEnds.length; row++) {
    const at = from + row
    while (firstTransaction[block + 1]! <= at) block++
    if (at === firstTransaction[block]) {
      requireBlockWeight(slice, block)
      continue
    }
    const begin = transactions[at]!
    const size = transactionEnds[at]! - begin
    if (size > weightLimit(versions[block]!))
      requireWeight(nameOf(slice, block, at), size, versions[block]!)
    const count = (firstOutput[row + 1] ?? outputs.length) - firstOutput[row]!
    if (count > maxOutputs && bytes[begin] === 2 && bytes[prefixEnds[row]!]! >= bulletproofType)
      throw new InvalidDaemonData(
        `${nameOf(slice, block, at)} has ${count} outputs, and one range proof covers at most ${maxOutputs}`,
      )
  }
}

function requireBlockWeight(slice: Slice, block: number) {
  const { firstTransaction, transactions, transactionEnds } = slice
  let size = 0
  for (let at = firstTransaction[block]!; at < firstTransaction[block + 1]!; at++)
    size += transactionEnds[at]! - transactions[at]!
  if (size > maxBlockWeight) throw tooHeavy(`block ${heightIn(slice, block)}`, size, maxBlockWeight)
}

/**
 * Checks a transaction that is not a miner's.
 *
 * @param name - For the error. @param size - In bytes. @param version - Of the rules of its block.
 * @throws InvalidDaemonData
 */
export function requireWeight(name: string, size: number, version: number): void {
  const most = weightLimit(version)
  if (size > most) throw tooHeavy(name, size, most)
}

const weightLimit = (version: number) =>
  version < weightLimitedFrom ? maxTransactionSize : transactionWeightLimit(version)

const nameOf = (slice: Slice, block: number, at: number) =>
  `transaction ${at - slice.firstTransaction[block]! - 1} of block ${heightIn(slice, block)}`

const tooHeavy = (name: string, size: number, most: number) =>
  new InvalidDaemonData(`${name} has ${size} bytes, and its weight may be at most ${most}`)
