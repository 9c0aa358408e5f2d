/**
 * Checks many transactions at a time against the ids that their blocks name.
 *
 * @module
 */
import { ChainError } from '#protocol/chain/reader.ts'
import type { KeyPlaces } from '#protocol/chain/skim.ts'
import type { Crypto } from '#wasm/types.ts'
import { InvalidDaemonData } from '../base/daemon-errors.ts'
import { blockOf, type Slice } from './slice.ts'

type Hashing = Pick<Crypto, 'keccak256Parts'>

/**
 * Checks the skimmed transactions from `from` on.
 *
 * Skips miner transactions, which the block id proves, and transactions without the hash of pruned data.
 *
 * @throws InvalidDaemonData; ChainError for one that has no id.
 */
export function requireIds(hashing: Hashing, slice: Slice, places: KeyPlaces, from: number): void {
  const { bytes, transactions, transactionEnds, prunableHashes } = slice
  const ofVersion1: number[] = []
  const ofVersion2: number[] = []
  for (let at = from; at < from + places.baseEnds.length; at++) {
    if (!isProvable(slice, at)) continue
    if (bytes[transactions[at]!] === 2) ofVersion2.push(at)
    else if (prunableHashes[at] === 0) ofVersion1.push(at)
    else throw new ChainError('transaction id', 'version 1 is hashed whole, not pruned')
  }
  const wholes = ofVersion1.flatMap((at) => [transactions[at]!, transactionEnds[at]!])
  requireNamed(slice, ofVersion1, hashParts(hashing, bytes, wholes))
  requireNamed(slice, ofVersion2, threefoldIds(hashing, slice, places, from, ofVersion2))
}

/** Whether every transaction is {@link isProvable}, or the block id proves it. */
export function areProvable(slice: Slice): boolean {
  const { namedIds, rows } = slice
  if (rows) return false
  for (let at = 0; at < namedIds.length; at++)
    if (namedIds[at] !== 0 && !isProvable(slice, at)) return false
  return true
}

/** Whether a transaction is whole, or has the hash of its pruned data. False for a miner transaction and for rows. */
export function isProvable({ bytes, namedIds, prunableHashes, rows }: Slice, at: number): boolean {
  if (rows || namedIds[at] === 0) return false
  const hash = prunableHashes[at]!
  if (hash === 0) return true
  for (let i = hash; i < hash + 32; i++) if (bytes[i] !== 0) return true
  return false
}

/** Ids of version 2: hashes of three hashes, of prefix, RingCT base and prunable part. */
function threefoldIds(
  hashing: Hashing,
  { bytes, transactions, transactionEnds, prunableHashes }: Slice,
  { prefixEnds, baseEnds }: KeyPlaces,
  from: number,
  which: readonly number[],
): Uint8Array {
  const threes = new Uint8Array(96 * which.length)
  const parts: number[] = []
  /** Destination of the hash of each part. */
  const targets: number[] = []
  which.forEach((at, i) => {
    const prefixEnd = prefixEnds[at - from]!
    const baseEnd = baseEnds[at - from]!
    if (prefixEnd === baseEnd) throw new ChainError('transaction id', 'has no inputs')
    parts.push(transactions[at]!, prefixEnd, prefixEnd, baseEnd)
    targets.push(96 * i, 96 * i + 32)
    // RingCT type 0 has no prunable part: its hash is zeros.
    if (bytes[prefixEnd] === 0) return
    const given = prunableHashes[at]!
    if (given > 0) threes.set(bytes.subarray(given, given + 32), 96 * i + 64)
    else {
      parts.push(baseEnd, transactionEnds[at]!)
      targets.push(96 * i + 64)
    }
  })
  const hashes = hashParts(hashing, bytes, parts)
  targets.forEach((to, i) => threes.set(hashes.subarray(32 * i, 32 * i + 32), to))
  const rows = which.flatMap((_, i) => [96 * i, 96 * i + 96])
  return hashing.keccak256Parts(threes, Uint32Array.from(rows))
}

// Passes only the bytes of these parts, since a slice may be scanned in steps.
function hashParts(hashing: Hashing, bytes: Uint8Array, parts: readonly number[]): Uint8Array {
  const low = parts.reduce((least, at) => Math.min(least, at), bytes.length)
  const high = parts.reduce((most, at) => Math.max(most, at), low)
  return hashing.keccak256Parts(
    bytes.subarray(low, high),
    Uint32Array.from(parts, (at) => at - low),
  )
}

function requireNamed(slice: Slice, which: readonly number[], ids: Uint8Array) {
  const { bytes, namedIds } = slice
  which.forEach((at, row) => {
    const named = namedIds[at]!
    let isNamed = true
    for (let i = 0; i < 32; i++) isNamed &&= ids[32 * row + i] === bytes[named + i]
    if (!isNamed) throw new InvalidDaemonData(notNamed(slice, at))
  })
}

function notNamed(slice: Slice, at: number): string {
  const position = blockOf(slice, at)
  const number = at - slice.firstTransaction[position]! - 1
  const height = slice.height + BigInt(position)
  return `transaction ${number} of block ${height} is not the one the block names`
}
