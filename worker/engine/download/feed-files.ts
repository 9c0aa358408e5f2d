/**
 * Files of a scan feed as a wallet requests them: the index, and files that are compared with its digests.
 *
 * @module
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { indexName, InvalidFeed, readIndex, type IndexHead } from '#protocol/feed/feed-index.ts'
import type { Network } from '#protocol/rules/forks.ts'
import type { Daemon, FeedCache, Sha256 } from '../base/ports.ts'

export type FeedFile = NonNullable<Daemon['feedFile']>

/** Larger chunks are not read: a wallet holds a few in memory. */
const mostBlocks = 512

/**
 * Requests the index of a feed.
 *
 * @param networks - Of which it may be.
 * @returns Undefined where the daemon has none.
 * @throws InvalidFeed for the feed of another network, or for something else.
 */
export async function feedIndex(
  file: FeedFile,
  networks: readonly Network[],
): Promise<IndexHead | undefined> {
  const bytes = await file(indexName, false)
  return bytes && indexOf(bytes, networks)
}

/**
 * Reads `index.json`.
 *
 * @param networks - Of which it may be.
 * @throws InvalidFeed for something else, and for the index of another network.
 */
export function indexOf(bytes: Uint8Array, networks: readonly Network[]): IndexHead {
  const index = readIndex(new TextDecoder().decode(bytes))
  if (!networks.includes(index.network))
    throw new InvalidFeed(`expected a scan feed of ${networks[0]}, got one of ${index.network}`)
  if (index.blocks > mostBlocks)
    throw new InvalidFeed(`expected chunks of ${mostBlocks} blocks, got ${index.blocks}`)
  return index
}

/** With what files are read. */
export type FileParts = {
  /** Has files of earlier refreshes, which are not requested. */
  cache?: FeedCache | undefined
  /** Computed by the engine by default. */
  sha256?: Sha256 | undefined
}

export type IntactFile = {
  name: string
  /** SHA-256 in hex. */
  digest: string
  /** Whether the cache keeps it. */
  isToKeep: boolean
}

/**
 * Reads a file from the cache, or requests it.
 *
 * @throws InvalidFeed for a file that is missing, or has another digest also when it is requested again.
 */
export async function intactFile(
  file: FeedFile,
  { cache, sha256: digestOf = async (bytes) => sha256(bytes) }: FileParts,
  { name, digest, isToKeep }: IntactFile,
): Promise<Uint8Array<ArrayBuffer>> {
  const isIntact = async (bytes: Uint8Array<ArrayBuffer>) =>
    bytesToHex(await digestOf(bytes)) === digest
  const kept = await cache?.read(name)
  if (kept && (await isIntact(kept))) return kept
  for (const isFresh of [false, true]) {
    const bytes = await file(name, isFresh)
    if (!bytes || !(await isIntact(bytes))) continue
    // The next file does not wait for the storage.
    if (isToKeep) void cache?.keep(name, bytes)
    return bytes
  }
  throw new InvalidFeed(`${name} is missing, or has another digest`)
}

/** @param digest - SHA-256 in hex. */
export const hasDigest = (bytes: Uint8Array, digest: string): boolean =>
  bytesToHex(sha256(bytes)) === digest
