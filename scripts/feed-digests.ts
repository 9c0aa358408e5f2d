/**
 * Puts the digests of an exported scan feed into the source, for the next release.
 *
 * @module
 * @see docs/release.md
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  feedDigestsName,
  releaseDigestOf,
  type FeedDigests,
  type FeedDigestsFile,
} from '#protocol/checkpoints/feed-digests.ts'
import {
  chunkName,
  chunksPerList,
  heightOf,
  indexName,
  listName,
  readIndex,
  readList,
  type IndexHead,
} from '#protocol/feed/feed-index.ts'

/** What was written. `end`: height above the last block. */
export type Written = { file: string; chunks: number; end: number; sha256: string }

/**
 * Reads every complete chunk of a folder, and writes their digests.
 *
 * @param folder - As `nightjar-node --export-feed` writes it.
 * @param to - Folder of the source with the digests of earlier releases: `protocol/checkpoints`.
 * @throws InvalidFeed for something else than a feed; Error for a file with another digest, for a feed that begins
 *   elsewhere than the one before, and for one that has other chunks than an earlier release: chunks never change.
 */
export function writeDigests(folder: string, to: string): Written {
  const index = readIndex(readFileSync(join(folder, indexName), 'utf8'))
  const digests = digestsIn(folder, index)
  const { network, blocks, first } = index
  const table = join(to, 'feed-digests.json')
  const known = JSON.parse(readFileSync(table, 'utf8')) as Record<string, FeedDigestsFile>
  const file = join(to, feedDigestsName(network))
  const before = known[network]
  const bytes = new Uint8Array(Buffer.concat(digests.map((digest) => Buffer.from(digest, 'hex'))))
  if (before && existsSync(file))
    requireContinued({ ...before, digests: readFileSync(file) }, { blocks, first, digests: bytes })
  const sha256 = digestOf(bytes)
  writeFileSync(file, bytes)
  writeFileSync(
    table,
    `${JSON.stringify({ ...known, [network]: { blocks, first, sha256 } }, null, 2)}\n`,
  )
  return { file, chunks: digests.length, end: heightOf(index, digests.length), sha256 }
}

/** Digests of all complete chunks, in hex. Each file is read and compared. */
function digestsIn(folder: string, index: IndexHead): string[] {
  const listed = index.lists.flatMap((digest, at) => {
    const name = listName(heightOf(index, at * chunksPerList), digest)
    return readList(name, new TextDecoder().decode(verified(folder, name, digest)))
  })
  const chunks = [...listed, ...index.chunks]
  if (chunks.length === 0) throw new Error(`${folder}: expected a feed with chunks, got none`)
  for (const [at, { complete }] of chunks.entries())
    verified(folder, chunkName('complete', heightOf(index, at), complete), complete.digest)
  return chunks.map(({ complete }) => complete.digest)
}

function verified(folder: string, name: string, digest: string): Uint8Array {
  const bytes = readFileSync(join(folder, name))
  const found = digestOf(bytes)
  if (found === digest) return bytes
  throw new Error(`${join(folder, name)}: expected the digest in its name, got ${found}`)
}

function requireContinued(before: FeedDigests, now: FeedDigests) {
  const { first, blocks } = before
  for (let at = 0; 32 * at < before.digests.length; at++) {
    const chunk = { first: first + at * blocks, blocks }
    const [expected, found] = [releaseDigestOf(before, chunk), releaseDigestOf(now, chunk)]
    if (expected === found) continue
    throw new Error(
      `the chunk from block ${chunk.first}: expected ${expected} as in the last release, got ${found ?? 'none'}`,
    )
  }
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
