/**
 * Requests the blocks of a range, and compares them with the rows of the scan feed.
 *
 * @module
 */
import { requireOfDaemon } from '../../base/daemon-errors.ts'
import type { BlockDownload } from '../../download/block-download.ts'
import { downloadFrom, type BlockSource, type KnownChain } from '../../download/download.ts'
import { firstBlocks } from '../../scan/bare-slice.ts'
import { WholeTransactionsNeeded } from '../../scan/read-piece.ts'
import { blocksIn, heightIn, type Slice } from '../../scan/slice.ts'
import { requireSameRows, type BlockAt } from './compare-rows.ts'

/** Consecutive blocks with their transactions. */
export type RangeBlocks = { slices: readonly Slice[]; answer: BlockDownload }

/** @param source - `prune` and `most` are chosen here. */
export type RangeSource = Omit<BlockSource, 'prune' | 'most'>

/**
 * Requests consecutive blocks of the scan feed.
 *
 * @param rows - The blocks, as the feed has them.
 * @throws InvalidDaemonData for other blocks; as a request for blocks.
 */
export async function requestRange(
  source: RangeSource,
  chain: KnownChain,
  rows: readonly BlockAt[],
): Promise<RangeBlocks> {
  const [{ slice, at }] = rows as [BlockAt]
  const first = heightIn(slice, at)
  // Only what the chain has at these heights decides: the wallet found nothing there yet, as far as this shows.
  const range = await blocksFrom(source, chain, first, rows.length, true).catch(
    (error: unknown) => {
      if (!(error instanceof WholeTransactionsNeeded)) throw error
      return blocksFrom(source, chain, first, rows.length, false)
    },
  )
  const blocks = range.slices.flatMap((each) =>
    Array.from({ length: blocksIn(each) }, (_, i): BlockAt => ({ slice: each, at: i })),
  )
  for (const [i, block] of blocks.entries()) requireSameRows(rows[i]!, block, 'scan')
  return range
}

async function blocksFrom(
  source: RangeSource,
  chain: KnownChain,
  first: bigint,
  count: number,
  prune: boolean,
): Promise<RangeBlocks> {
  const answer = await downloadFrom({ ...source, prune, most: BigInt(count) }, chain, first)
  const slices: Slice[] = []
  let left = count
  for (let at = 0; left > 0; at++) {
    const slice = await answer.at(at)
    requireOfDaemon(
      slice !== undefined,
      `requested ${count} blocks from ${first} on, got ${count - left}`,
    )
    slices.push(firstBlocks(slice, left))
    left -= blocksIn(slice)
  }
  await answer.end
  return { slices, answer }
}
