/**
 * The Merkle tree over a block's transactions.
 *
 * @module
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { oneByOne, type KeccakParts } from './hashes.ts'
import { ChainError } from './reader.ts'

/** {@link treeRoot} of separate hashes. */
export function treeHash(
  hashes: readonly Uint8Array[],
  keccakParts: KeccakParts = oneByOne(keccak_256),
): Uint8Array {
  const leaves = new Uint8Array(32 * hashes.length)
  hashes.forEach((hash, i) => leaves.set(hash, 32 * i))
  return treeRoot(leaves, keccakParts)
}

/**
 * Merkle root of the ids of a block's transactions, the miner transaction first.
 *
 * The last leaves are paired until a power of two is left, the rest is a plain binary tree.
 *
 * @param leaves - One or more, 32 bytes each, in a row.
 * @see monero src/crypto/tree-hash.c tree_hash
 */
function treeRoot(leaves: Uint8Array, keccakParts: KeccakParts): Uint8Array {
  const count = leaves.length / 32
  if (count === 0) throw new ChainError('tree hash', 'has no leaves')
  if (count === 1) return leaves.slice()
  let width = 1
  while (width * 2 < count) width *= 2
  const single = 2 * width - count

  let row: Uint8Array = new Uint8Array(32 * width)
  row.set(leaves.subarray(0, 32 * single))
  row.set(keccakParts(leaves, pairs(single, count)), 32 * single)
  for (; width > 1; width /= 2) row = keccakParts(row, pairs(0, width))
  return row
}

/** Offsets of each pair of the nodes `from` up to `to`. */
function pairs(from: number, to: number): Uint32Array {
  const parts = new Uint32Array(to - from)
  for (let i = 0; i < parts.length; i += 2) {
    parts[i] = 32 * (from + i)
    parts[i + 1] = 32 * (from + i + 2)
  }
  return parts
}
