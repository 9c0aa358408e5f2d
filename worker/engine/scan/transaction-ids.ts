/**
 * Checks many transactions at a time against the ids that their blocks name.
 *
 * @module
 */
import { copyKey } from '#protocol/bytes.ts'
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
  const wholes = Uint32Array.from(
    { length: 2 * ofVersion1.length },
    (_, i) => (i % 2 === 0 ? transactions : transactionEnds)[ofVersion1[i >> 1]!]!,
  )
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
  const parts = new Uint32Array(6 * which.length)
  /** Destination of the hash of each part. */
  const targets = new Uint32Array(3 * which.length)
  let count = 0
  const add = (begin: number, end: number, target: number) => {
    parts[2 * count] = begin
    parts[2 * count + 1] = end
    targets[count++] = target
  }
  for (let i = 0; i < which.length; i++) {
    const at = which[i]!
    const prefixEnd = prefixEnds[at - from]!
    const baseEnd = baseEnds[at - from]!
    if (prefixEnd === baseEnd) throw new ChainError('transaction id', 'has no inputs')
    add(transactions[at]!, prefixEnd, 96 * i)
    add(prefixEnd, baseEnd, 96 * i + 32)
    // RingCT type 0 has no prunable part: its hash is zeros.
    if (bytes[prefixEnd] === 0) continue
    const given = prunableHashes[at]!
    if (given > 0) copyKey(bytes, given, threes, 96 * i + 64)
    else add(baseEnd, transactionEnds[at]!, 96 * i + 64)
  }
  const hashes = hashParts(hashing, bytes, parts.subarray(0, 2 * count))
  for (let part = 0; part < count; part++) copyKey(hashes, 32 * part, threes, targets[part]!)
  const rows = parts.subarray(0, 2 * which.length)
  for (let i = 0; i < which.length; i++) {
    rows[2 * i] = 96 * i
    rows[2 * i + 1] = 96 * i + 96
  }
  return hashing.keccak256Parts(threes, rows)
}

// Passes only the bytes of these parts, since a slice may be scanned in steps.
function hashParts(hashing: Hashing, bytes: Uint8Array, parts: Uint32Array): Uint8Array {
  let [low, high] = [bytes.length, 0]
  for (let i = 0; i < parts.length; i++) {
    low = Math.min(low, parts[i]!)
    high = Math.max(high, parts[i]!)
  }
  return hashing.keccak256Parts(
    bytes.subarray(Math.min(low, high), high),
    parts.map((at) => at - low),
  )
}

function requireNamed(slice: Slice, which: readonly number[], ids: Uint8Array) {
  const { bytes, namedIds } = slice
  for (let row = 0; row < which.length; row++) {
    const at = which[row]!
    const named = namedIds[at]!
    let isNamed = true
    for (let i = 0; i < 32; i++) isNamed &&= ids[32 * row + i] === bytes[named + i]
    if (!isNamed) throw new InvalidDaemonData(notNamed(slice, at))
  }
}

function notNamed(slice: Slice, at: number): string {
  const position = blockOf(slice, at)
  const number = at - slice.firstTransaction[position]! - 1
  const height = slice.height + BigInt(position)
  return `transaction ${number} of block ${height} is not the one the block names`
}
