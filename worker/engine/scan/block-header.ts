/**
 * Headers of blocks in a slice.
 *
 * @module
 */
import { blockHashingBlob, hashingBlob, readBlock, readBlockHeader } from '#protocol/chain/block.ts'
import { Reader } from '#protocol/chain/reader.ts'
import type { Hashing } from './read-piece.ts'
import { idIn, type Slice } from './slice.ts'

/** Id of the block before the slice, 32 bytes. */
export function previousIdIn({ bytes, blocks, rows, bare }: Slice): Uint8Array {
  const fromFeed = rows ?? bare
  if (fromFeed) return fromFeed.before
  return readBlockHeader(new Reader(bytes.subarray(blocks[0]))).prevId
}

/** The bytes that the miner of a block hashed; not known for bare blocks. @param at - Position of the block. */
export function hashedIn(slice: Slice, at: number, hashing: Hashing): Uint8Array {
  const { bytes, blocks, versions, times, firstTransaction, rows } = slice
  const { keccak256, keccak256Parts } = hashing
  if (!rows)
    return blockHashingBlob(
      readBlock(new Reader(bytes.subarray(blocks[at]))),
      keccak256,
      keccak256Parts,
    )
  const header = {
    majorVersion: versions[at]!,
    minorVersion: rows.votes[at]!,
    timestamp: BigInt(times[at]!),
    prevId: at === 0 ? rows.before : idIn(slice, at - 1),
    nonce: rows.nonces[at]!,
  }
  const ids = [...rows.ids.subarray(firstTransaction[at], firstTransaction[at + 1])]
  const named = ids.map((position) => bytes.subarray(position, position + 32))
  return hashingBlob(header, named, keccak256Parts)
}
