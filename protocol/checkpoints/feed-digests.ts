/**
 * Digests of the scan feed that a release contains.
 *
 * `npm run feed-digests` writes `feed-digests-NETWORK.bin` from an exported folder, and what describes it into
 * `feed-digests.json`. A program loads the file on demand, and a page from its server, which could send another one: its
 * SHA-256 is part of the code.
 *
 * @module
 * @see docs/release.md
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Network } from '../rules/forks.ts'
import contained from './feed-digests.json'

/** What the code contains of a file of digests. */
export type FeedDigestsFile = {
  /** Blocks of a chunk. */
  blocks: number
  /** Height of the first block of the first chunk. */
  first: number
  /** Of the file, in hex. */
  sha256: string
}

/** SHA-256 of consecutive complete chunks, 32 bytes each. `blocks` and `first` as in {@link FeedDigestsFile}. */
export type FeedDigests = { blocks: number; first: number; digests: Uint8Array }

/** The files of this release. A network without one has no digests. */
export const feedDigestsFiles: Partial<Record<Network, FeedDigestsFile>> = contained

/** Name of a file, in the source and beside the programs. */
export const feedDigestsName = (network: Network): string => `feed-digests-${network}.bin`

/**
 * The digest of a chunk in hex; undefined where the release has none.
 *
 * @param chunk.first - Height of its first block. @param chunk.blocks - Their number.
 */
export function releaseDigestOf(
  { first, blocks, digests }: FeedDigests,
  chunk: { first: number; blocks: number },
): string | undefined {
  const at = (chunk.first - first) / blocks
  const isIn = Number.isInteger(at) && at >= 0 && 32 * at < digests.length
  if (chunk.blocks !== blocks || !isIn) return undefined
  return bytesToHex(digests.subarray(32 * at, 32 * at + 32))
}
