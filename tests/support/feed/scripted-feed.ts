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
  readChunk,
  scanChunkOf,
  writeChunk,
  type ChunkStart,
  type FeedBlock,
  type FeedChunk,
} from '#protocol/feed/chunk.ts'
import {
  chunkName,
  indexName,
  indexText,
  partsOf,
  type ChunkFiles,
} from '#protocol/feed/feed-index.ts'
import type { FeedKind } from '#protocol/feed/row.ts'
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
    const ids = chunkIds(chunk)
    const add = (each: FeedChunk) => {
      const bytes = new Uint8Array(writeChunk(each))
      const file = { digest: bytesToHex(sha256(bytes)), bytes: bytes.length }
      files.set(chunkName(each.kind, at, file), bytes)
      return file
    }
    chunks.push({ complete: add(chunk), scan: add(scanChunkOf(chunk, ids)) })
    start = startAfter(chunk, ids)
  }
  const index = { network: 'fakechain', blocks: size, first: 0, chunks } as const
  files.set(indexName, new TextEncoder().encode(indexText(index, [])))
  return files
}

/**
 * The same feed with false chunks of one kind, whose digests are in the index.
 *
 * @param edit - Changes a chunk.
 */
export function editedFeed(
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  kind: FeedKind,
  edit: (chunk: FeedChunk) => void,
) {
  const edited = new Map(files)
  let index = new TextDecoder().decode(files.get(indexName))
  for (const [name, bytes] of files) {
    const parts = partsOf(name)
    if (parts?.folder !== kind) continue
    const chunk = readChunk(bytes)
    edit(chunk)
    const changed = new Uint8Array(writeChunk(chunk))
    const digest = bytesToHex(sha256(changed))
    const before = `"digest":"${parts.digest}","bytes":${bytes.length}`
    index = index.replace(before, `"digest":"${digest}","bytes":${changed.length}`)
    edited.delete(name)
    edited.set(chunkName(kind, parts.height, { digest, bytes: changed.length }), changed)
  }
  edited.set(indexName, new TextEncoder().encode(index))
  return edited
}
