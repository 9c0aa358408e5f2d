/**
 * The scan feed of a chain of mainnet's density: bytes of a transaction, beside the pruned blocks that a wallet reads without it.
 *
 * @module
 */
import { chunkIds } from '#protocol/feed/build.ts'
import { chunkBlocks, scanChunkOf, writeChunk } from '#protocol/feed/chunk.ts'
import { chunkOf, readChain } from '../chain/feed.ts'
import { keptChain } from '../chain/kept.ts'
import type { Group } from '../group.ts'
import { atLeast, atMost, row } from '../row.ts'

/** Transactions of a block, as on mainnet. */
const density = 30

export const feed: Group = {
  name: 'feed',
  summary: 'bytes of the scan feed for each transaction, beside pruned blocks',
  async measure({ size }) {
    const { blocks: most, transactions: densest, oursEvery } = size.chain
    const form = {
      blocks: Math.min(most, chunkBlocks),
      transactions: Math.min(densest, density),
      oursEvery,
    }
    const chain = await keptChain(form)
    const { blocks, pruned } = await readChain(chain)
    const bytes = { complete: 0, scan: 0 }
    for (let at = 0; at < blocks.length; at += chunkBlocks) {
      const chunk = chunkOf(chain, blocks, at, chunkBlocks)
      bytes.complete += writeChunk(chunk).length
      bytes.scan += writeChunk(scanChunkOf(chunk, chunkIds(chunk))).length
    }
    const transactions = form.blocks * form.transactions
    const perTransaction = (name: string, total: number, most: number) =>
      row({
        name: `feed/${name}, a transaction`,
        unit: 'bytes',
        value: total / transactions,
        goal: atMost(most, 'bytes'),
      })
    return [
      perTransaction('complete rows with their blocks', bytes.complete, 226),
      perTransaction('scan rows with their blocks', bytes.scan, 117),
      row({
        name: 'feed/pruned blocks, a transaction',
        unit: 'bytes',
        value: pruned / transactions,
      }),
      row({
        name: 'feed/pruned blocks beside complete rows',
        unit: 'x',
        value: pruned / bytes.complete,
        goal: atLeast(2.1, 'x'),
      }),
    ]
  },
}
