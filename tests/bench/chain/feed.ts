/**
 * The scan feed of a generated chain.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { parseBlock } from '#protocol/chain/block.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { get_blocks } from '#protocol/daemon/bin/blocks.ts'
import { epeeFrom, epeeTo } from '#protocol/epee/epee.ts'
import { chunkIds, feedBlockOf, ringCtOutputs, type WholeBlock } from '#protocol/feed/build.ts'
import { scanChunkOf, writeChunk, type FeedBlock, type FeedChunk } from '#protocol/feed/chunk.ts'
import { StoredFeed } from '../../../proxy/feed/stored-feed.ts'
import { memoryFiles } from '../../support/feed/memory-files.ts'
import type { MadeChain } from './make.ts'
import { chainNode } from './node.ts'

/** All blocks as complete rows, and the bytes of the answers that have them as pruned blocks. */
export async function readChain(
  chain: MadeChain,
): Promise<{ blocks: FeedBlock[]; pruned: number }> {
  const ask = chainNode(chain)
  const blocks: FeedBlock[] = []
  let [pruned, outputs] = [0, 0n]
  while (blocks.length < chain.ids.length) {
    const known = hexToBytes(chain.ids[Math.max(0, blocks.length - 1)]!)
    const params = { block_ids: [known], start_height: BigInt(blocks.length), prune: true }
    const answer = await ask('/get_blocks.bin', epeeFrom(get_blocks.params, params))
    pruned += answer.length
    const read = epeeTo(get_blocks.result, answer)
    for (const [at, entry] of read.blocks.entries()) {
      const whole: WholeBlock = {
        block: parseBlock(entry.block),
        transactions: entry.txs.map(({ blob }) => parseTransaction(blob, { pruned: true })),
        indices: read.output_indices[at]!.indices.map(({ indices }) => indices),
      }
      const block = feedBlockOf(whole, outputs)
      outputs += ringCtOutputs(block.rows)
      blocks.push(block)
    }
  }
  return { blocks, pruned }
}

/** Some blocks as a chunk. @param all - Of the chain. */
export function chunkOf(
  { ids }: MadeChain,
  all: readonly FeedBlock[],
  at: number,
  size: number,
): FeedChunk {
  const before = all.slice(0, at)
  return {
    kind: 'complete',
    network: 'fakechain',
    firstHeight: BigInt(at),
    previousId: at === 0 ? new Uint8Array(32) : hexToBytes(ids[at - 1]!),
    firstOutput: before.reduce((sum, { rows }) => sum + ringCtOutputs(rows), 0n),
    blocks: all.slice(at, at + size),
  }
}

/** Blocks of a chunk of {@link feedFiles}: divides the length of the chain of the refresh. */
const blocksOfChunk = 500

/** Made once for each chain. */
const made = new WeakMap<MadeChain, ReturnType<typeof makeFiles>>()

/** Reads files of the feed of a chain by their names. */
export function feedFiles(chain: MadeChain): ReturnType<typeof makeFiles> {
  const files = made.get(chain) ?? makeFiles(chain)
  made.set(chain, files)
  return files
}

async function makeFiles(chain: MadeChain) {
  const { blocks } = await readChain(chain)
  const files = memoryFiles()
  const size = Math.min(blocksOfChunk, chain.form.blocks)
  const feed = await StoredFeed.open(files, { network: 'fakechain', blocks: size })
  for (let at = 0; at + size <= blocks.length; at += size) {
    const chunk = chunkOf(chain, blocks, at, size)
    const bytesOf = (each: FeedChunk) => new Uint8Array(writeChunk(each))
    await feed.add({ complete: bytesOf(chunk), scan: bytesOf(scanChunkOf(chunk, chunkIds(chunk))) })
  }
  return files.read
}
