/**
 * Known ids of old blocks, loaded when a wallet has such blocks to check.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import {
  leastDifficulty,
  mainnetGroupsDigest,
  pinnedHeight,
} from '#protocol/checkpoints/pinned-history.ts'
import { RpcError } from '#protocol/errors.ts'
import type { PinnedBlocksSource } from '../engine/base/ports.ts'

/** @param readGroups - Reads `mainnet-groups.bin`. */
export const pinnedBlocks = (
  readGroups: () => Promise<Uint8Array<ArrayBuffer>>,
): PinnedBlocksSource => ({
  heightOf: (network) => pinnedHeight[network],
  leastDifficultyOf: (network) => leastDifficulty[network],
  async load(network) {
    try {
      const { checkpoints } = await import('#protocol/checkpoints/checkpoints.ts')
      const groups = network === 'mainnet' ? await intact(await readGroups()) : new Uint8Array()
      return { checkpoints: checkpoints[network], groups }
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'no reason given'
      throw new RpcError(
        'UNKNOWN_ERROR',
        `the ids of old blocks cannot be loaded (${reason}); ` +
          'reload the page, or install the program again',
      )
    }
  },
})

async function intact(groups: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded with the file: the start of the page does not need it.
  const { sha256 } = await import('@noble/hashes/sha2.js')
  const found = bytesToHex(sha256(groups))
  if (found === mainnetGroupsDigest) return groups
  throw new Error(`mainnet-groups.bin: expected the SHA-256 ${mainnetGroupsDigest}, got ${found}`)
}
