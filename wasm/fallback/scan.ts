/**
 * Finds the outputs that may be ours.
 *
 * @module
 */
import type { Candidate, ScanBatch } from '../types.ts'
import { checkLength } from '../arguments.ts'
import { deriveSubaddressPublicKey, deriveViewTag, keyDerivation } from './derivations.ts'

/** Candidates in row order; an invalid transaction key or output key has none. */
export function scan(viewSecret: Uint8Array, batch: ScanBatch): Candidate[] {
  const { keys, firstRow } = batch
  const transactions = checkBatch(viewSecret, batch)
  const candidates: Candidate[] = []
  for (let t = 0; t < transactions; t++) {
    const derivation = keyDerivation(keys.subarray(32 * t, 32 * t + 32), viewSecret)
    if (!derivation) continue
    for (let row = firstRow[t]!; row < firstRow[t + 1]!; row++) {
      const spendKey = spendKeyOf(batch, row, derivation)
      if (spendKey) candidates.push({ row, derivation: derivation.slice(), spendKey })
    }
  }
  return candidates
}

function spendKeyOf(batch: ScanBatch, row: number, derivation: Uint8Array) {
  const index = batch.outputIndices[row]!
  const viewTag = batch.viewTags[row]!
  if (viewTag !== -1 && viewTag !== deriveViewTag(derivation, index)) return undefined
  const outputKey = batch.outputKeys.subarray(32 * row, 32 * row + 32)
  return deriveSubaddressPublicKey(outputKey, derivation, index)
}

/** The number of transaction keys. @throws RangeError for columns of inconsistent length. */
function checkBatch(viewSecret: Uint8Array, batch: ScanBatch): number {
  const { keys, firstRow, outputKeys, outputIndices, viewTags } = batch
  checkLength('viewSecret', viewSecret, 32)
  const transactions = keys.length / 32
  const rows = outputIndices.length
  const grows = firstRow.every((row, t) => row >= (t === 0 ? 0 : firstRow[t - 1]!))
  if (firstRow.length !== transactions + 1 || firstRow[0] !== 0 || !grows)
    throw new RangeError('firstRow: expected 0, then the rows after each key')
  if (firstRow[transactions] !== rows || viewTags.length !== rows)
    throw new RangeError(`viewTags, outputIndices: expected ${firstRow[transactions]} rows`)
  checkLength('outputKeys', outputKeys, 32 * rows)
  return transactions
}
