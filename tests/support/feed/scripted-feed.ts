/**
 * The scan feed of a scripted private chain.
 *
 * @module
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { parseBlock } from '#protocol/chain/block.ts'
import { chunkIds, feedBlockOf, ringCtOutputs, startAfter } from '#protocol/feed/build.ts'
import {
  writeChunk,
  type ChunkStart,
  type FeedBlock,
  type FeedChunk,
} from '#protocol/feed/chunk.ts'
import { chunkName, indexName, indexText, type ChunkFiles } from '#protocol/feed/feed-index.ts'
import { genesisBlock } from '../chains/scripted-block.ts'
import type { ScriptedChain } from '../chains/scripted-chain.ts'

/** Its files by their names: the index, and all full chunks of `size` blocks. */
export function scriptedFeed({ blocks }: ScriptedChain, size: number) {
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  const genesis = { blob: genesisBlock, txs: [], indices: [[0n]] }
  const all = [genesis, ...blocks]
  const chunks: ChunkFiles[] = []
  let start: ChunkStart = { firstHeight: 0n, previousId: new Uint8Array(32), firstOutput: 0n }
  for (let at = 0; at + size <= all.length; at += size) {
    let next = start.firstOutput
    const rows = all.slice(at, at + size).map(({ blob, txs, indices }): FeedBlock => {
      const transactions = txs.map(({ tx }) => tx)
      const block = feedBlockOf({ block: parseBlock(blob), transactions, indices }, next)
      next += ringCtOutputs(block.rows)
      return block
    })
    const chunk: FeedChunk = { ...start, kind: 'complete', network: 'fakechain', blocks: rows }
    const bytes = new Uint8Array(writeChunk(chunk))
    const complete = { digest: bytesToHex(sha256(bytes)), bytes: bytes.length }
    chunks.push({ complete, scan: complete })
    files.set(chunkName('complete', at, complete), bytes)
    start = startAfter(chunk, chunkIds(chunk))
  }
  const index = { network: 'fakechain', blocks: size, first: 0, chunks } as const
  files.set(indexName, new TextEncoder().encode(indexText(index, [])))
  return files
}
