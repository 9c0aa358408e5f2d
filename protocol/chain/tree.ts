/**
 * The Merkle tree over a block's transactions.
 *
 * @module
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes } from '@noble/hashes/utils.js'
import type { Keccak } from './hashes.ts'
import { ChainError } from './reader.ts'

/**
 * Root over the ids of a block's transactions, the miner transaction first.
 *
 * The last leaves are paired until a power of two is left, the rest is a plain binary tree.
 *
 * @param hashes - One or more, 32 bytes each.
 * @see monero src/crypto/tree-hash.c tree_hash
 */
export function treeHash(hashes: readonly Uint8Array[], keccak: Keccak = keccak_256): Uint8Array {
  if (hashes.length === 0) throw new ChainError('tree hash', 'has no leaves')
  let width = 1
  while (width * 2 < hashes.length) width *= 2
  const single = Math.max(0, 2 * width - hashes.length)

  let row = hashes.length === 1 ? [...hashes] : hashes.slice(0, single)
  if (hashes.length > 1) row.push(...pairs(hashes.slice(single), keccak))
  while (row.length > 1) row = pairs(row, keccak)
  return row[0]!
}

function pairs(row: readonly Uint8Array[], keccak: Keccak): Uint8Array[] {
  const joined: Uint8Array[] = []
  for (let i = 0; i < row.length; i += 2) joined.push(keccak(concatBytes(row[i]!, row[i + 1]!)))
  return joined
}
