/**
 * Blocks with all their transactions, read in batches.
 *
 * @module
 */
import type { ChainStore } from '../../stores/chain-store.ts'
import type { WholeBlock } from './types.ts'

/** Number of blocks in a batch, which must be small compared to an answer. */
const usualBatch = 50

/** Blocks from a height to the top, read on demand. */
export function* wholeBlocks(
  { blocks, transactions }: ChainStore,
  first: number,
  { prunable, batch = usualBatch }: { prunable: boolean; batch?: number | undefined },
): Generator<WholeBlock> {
  for (let from = first; ; from += batch) {
    const outlines = blocks.outlines(from, from + batch - 1)
    const start = outlines[0]?.firstTx ?? 0
    const count = outlines.reduce((sum, { txCount }) => sum + txCount, 0)
    const bodies = transactions.bodies(start, count, prunable)
    for (const { height, blob, firstTx, txCount, minerOutputs } of outlines) {
      const offset = firstTx - start
      yield {
        height: BigInt(height),
        blob,
        minerOutputIndices: minerOutputs,
        transactions: bodies.slice(offset, offset + txCount),
      }
    }
    if (outlines.length < batch) return
  }
}
