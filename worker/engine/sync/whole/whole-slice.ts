/**
 * Whole blocks of an answer to `get_blocks_by_height.bin` as a slice to scan.
 *
 * @module
 */
import { sameBytes } from '#protocol/bytes.ts'
import type { BlockPiece } from '#protocol/daemon/block-piece.ts'
import { concatBytes } from '@noble/hashes/utils.js'
import { requireOfDaemon } from '../../base/daemon-errors.ts'
import type { Daemon } from '../../base/ports.ts'
import { readPiece, type Hashing } from '../../scan/read-piece.ts'
import { idIn, type Slice } from '../../scan/slice.ts'

export type AnsweredBlocks = Awaited<ReturnType<Daemon['bin']['get_blocks_by_height']>>['blocks']

/**
 * Checks that these are blocks of the requested heights, whole.
 *
 * @param heights - Consecutive.
 * @param idAt - Id of a block; undefined where it is not known.
 * @returns Undefined for other blocks than those of these ids: the chain may have changed.
 * @throws InvalidDaemonData, ChainError
 */
export function wholeSlice(
  blocks: AnsweredBlocks,
  heights: readonly bigint[],
  hashing: Hashing,
  idAt: (height: bigint) => Uint8Array | undefined,
): Slice | undefined {
  requireOfDaemon(
    blocks.length === heights.length,
    `expected ${heights.length} whole blocks, got ${blocks.length}`,
  )
  const slice = readPiece(pieceOf(blocks), hashing)
  requireOfDaemon(
    slice.height === heights[0],
    `requested block ${heights[0]}, got block ${slice.height}`,
  )
  const isKnown = (height: bigint, at: number) => {
    const known = idAt(height)
    return !known || sameBytes(known, idIn(slice, at))
  }
  return heights.every(isKnown) ? slice : undefined
}

function pieceOf(blocks: AnsweredBlocks): BlockPiece {
  const piece: Omit<BlockPiece, 'bytes'> = {
    pruned: blocks.map(() => false),
    blocks: [],
    blockEnds: [],
    firstTransaction: [0],
    transactions: [],
    transactionEnds: [],
    prunableHashes: [],
  }
  const parts: Uint8Array[] = []
  let end = 0
  const place = (part: Uint8Array) => {
    parts.push(part)
    const at = end
    end += part.length
    return at
  }
  for (const { block, txs } of blocks) {
    piece.blocks.push(place(block))
    piece.blockEnds.push(end)
    for (const { blob, prunable_hash } of txs) {
      requireOfDaemon(!prunable_hash, 'a transaction of a whole block is pruned')
      piece.transactions.push(place(blob))
      piece.transactionEnds.push(end)
      piece.prunableHashes.push(-1)
    }
    piece.firstTransaction.push(piece.transactions.length)
  }
  return { bytes: concatBytes(...parts), ...piece }
}
