/**
 * Blocks with all their transactions, read in batches.
 *
 * @module
 */
import type { ChainStore } from '../../stores/chain-store.ts'
import type { WholeBlock } from './types.ts'

/** Blocks read at once: few enough that a batch of full ones is small beside an answer. */
const batch = 50

/** From a height on to the top, as long as the caller takes them. */
export function* wholeBlocks(
  { blocks, transactions }: ChainStore,
  first: number,
  prunable: boolean,
): Generator<WholeBlock> {
  for (let from = first; ; from += batch) {
    const records = blocks.rangeWithBlobs(from, from + batch - 1)
    const start = records[0]?.record.firstTx ?? 0
    const count = records.reduce((sum, { record }) => sum + record.txCount, 0)
    const read = transactions.range(start, count, prunable)
    for (const { record, blob } of records) {
      const offset = record.firstTx - start
      yield {
        ...{ info: record, blob, minerOutputIndices: record.minerOutputs },
        transactions: read.slice(offset, offset + record.txCount),
      }
    }
    if (records.length < batch) return
  }
}
