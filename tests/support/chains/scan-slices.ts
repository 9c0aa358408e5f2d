/**
 * Slices to scan, and the hits of a single transaction.
 *
 * @module
 */
import type { Crypto } from '#wasm/types.ts'
import { readPiece } from '../../../worker/engine/scan/read-piece.ts'
import {
  batchesIn,
  scanBatch,
  scanHitAt,
  type ScanHit,
} from '../../../worker/engine/scan/scan-batches.ts'
import { skimOf } from '../../../worker/engine/scan/skimmed.ts'
import type { Slice } from '../../../worker/engine/scan/slice.ts'
import { contentOf, pieceOf } from './block-pieces.ts'
import type { ScriptedChain } from './scripted-chain.ts'

/** All blocks of a chain. Each call returns new buffers. */
export const sliceOf = (chain: ScriptedChain): Slice =>
  readPiece(pieceOf(contentOf(chain)), chain.crypto)

/** The hits of one pruned transaction, as a scan finds them. */
export function hitsIn(crypto: Crypto, viewSecret: Uint8Array, blob: Uint8Array): ScanHit[] {
  const skimmed = skimOf({ blob, pruned: true })
  return [...batchesIn(skimmed, () => true)].flatMap((batch) => {
    const hits = scanBatch(crypto, viewSecret, skimmed, batch)
    return Array.from(hits.transactions, (_, row) => scanHitAt(hits, row))
  })
}
