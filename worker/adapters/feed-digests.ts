/**
 * Digests of the scan feed in this release, loaded when a feed is read.
 *
 * @module
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import {
  feedDigestsFiles,
  feedDigestsName,
  type FeedDigests,
} from '#protocol/checkpoints/feed-digests.ts'
import type { Network } from '#protocol/rules/forks.ts'

/**
 * @param readFile - Reads a file of this release.
 * @param files - What the code contains of the files.
 * @returns Rejects where the file cannot be read, or is another one.
 */
export const feedDigests =
  (
    readFile: (name: string) => Promise<Uint8Array>,
    files: typeof feedDigestsFiles = feedDigestsFiles,
  ) =>
  async (network: Network): Promise<FeedDigests | undefined> => {
    const file = files[network]
    if (!file) return undefined
    const name = feedDigestsName(network)
    const digests = await readFile(name)
    const found = bytesToHex(sha256(digests))
    if (found === file.sha256) return { blocks: file.blocks, first: file.first, digests }
    throw new Error(`${name}: expected the SHA-256 ${file.sha256}, got ${found}`)
  }
