/**
 * Number of RingCT outputs of each block, packed as varints: the form of `get_output_distribution.bin`, of the
 * files of our proxy and of the wallet's records.
 *
 * A file covers {@link blocksPerFile} blocks from a multiple of that height. It begins with the number of RingCT
 * outputs before its first block. Its last block is {@link settledAge} deep, so the file never changes.
 *
 * @module
 * @see monero src/rpc/core_rpc_server_commands_defs.h compress_integer_array
 */
import { surgeFactor } from '../rules/limits.ts'

/** Path of the files, before the height of the first block. */
export const outputCountFiles = '/output-counts/v1'

export const blocksPerFile = 65_536

/** A day. Deeper reorganisations are not expected. */
export const settledAge = 720

/** Bytes of the shortest output, one of a miner: amount, type and key. */
const shortestOutput = 34

/**
 * The most outputs that a block can have. Its weight is at most twice the short-term median, which is at most
 * 50 times the long-term median. That has been at its minimum of 300 kB since there is one.
 *
 * @see monero src/cryptonote_core/blockchain.cpp Blockchain::update_next_cumulative_weight_limit
 */
export const mostOutputsInBlock = Math.floor((2 * Number(surgeFactor) * 300_000) / shortestOutput)

/** Counts that no chain has, or that are not counts at all. */
export class InvalidCounts extends Error {
  override name = 'InvalidCounts'
}

/**
 * Adds up the outputs of each block.
 *
 * @param sums - Receives the number of outputs up to each block, from `at` on.
 * @param before - Number of outputs before the first block.
 * @returns The sum after the last block.
 * @throws InvalidCounts
 */
export function addUp(
  packed: Uint8Array,
  sums: Float64Array | undefined,
  at: number,
  before: number,
): number {
  let sum = before
  let block = at
  for (let i = 0; i < packed.length;) {
    let byte = packed[i++]!
    let count = byte & 0x7f
    for (let factor = 0x80; byte >= 0x80; factor *= 0x80) {
      // A last byte of zero would be a second encoding of the same number.
      byte = packed[i++] ?? 0
      count += (byte & 0x7f) * factor
      if (byte === 0) throw new InvalidCounts('expected a varint for each block')
      // Not `>`: after 150 bytes without bits the count is not a number.
      if (!(count <= mostOutputsInBlock))
        throw new InvalidCounts(`expected at most ${mostOutputsInBlock} outputs in a block`)
    }
    sum += count
    if (sums) sums[block++] = sum
  }
  return sum
}

/** Number of blocks that the counts are of. */
export function blocksOf(packed: Uint8Array): number {
  let blocks = 0
  for (let i = 0; i < packed.length; i++) if (packed[i]! < 0x80) blocks++
  return blocks
}

/**
 * The counts of the first blocks.
 *
 * @returns All of `packed` when it has fewer blocks.
 */
export function firstBlocks(packed: Uint8Array, blocks: number): Uint8Array {
  let end = 0
  for (let left = blocks; left > 0 && end < packed.length; end++) if (packed[end]! < 0x80) left--
  return packed.subarray(0, end)
}

/** Packs counts. */
export function packCounts(counts: ArrayLike<number>): Uint8Array {
  const bytes = new Uint8Array(8 * counts.length)
  let at = 0
  for (let block = 0; block < counts.length; block++) {
    let rest = counts[block]!
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes[at++] = (rest % 0x80) | 0x80
    bytes[at++] = rest
  }
  return bytes.slice(0, at)
}

/** A file: its content, and the number of outputs before its first block. */
export function writeCountFile(before: number, packed: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = packCounts([before])
  const file = new Uint8Array(head.length + packed.length)
  file.set(head)
  file.set(packed, head.length)
  return file
}

/** @throws InvalidCounts for a file of another length, one that ends within a count, and an impossible first number. */
export function readCountFile(file: Uint8Array): { before: number; packed: Uint8Array } {
  const head = firstBlocks(file, 1)
  const packed = file.subarray(head.length)
  let before = 0
  for (let at = head.length - 1; at >= 0; at--) before = before * 0x80 + (head[at]! & 0x7f)
  if (blocksOf(packed) !== blocksPerFile || packed.at(-1)! >= 0x80)
    throw new InvalidCounts(`expected the counts of ${blocksPerFile} blocks`)
  if (head.length > 1 && head.at(-1) === 0)
    throw new InvalidCounts('expected the number of outputs in its shortest form')
  if (!Number.isSafeInteger(before)) throw new InvalidCounts('more outputs than any chain has')
  return { before, packed }
}
