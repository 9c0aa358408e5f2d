/**
 * Pins of a chain: its ids as this program would contain them.
 *
 * @module
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import type { PinnedBlocksSource } from '../../../worker/engine/base/ports.ts'

/** The ids of a chain, that of the genesis block apart. */
type ChainIds = { genesis: Uint8Array; blocks: readonly { id: Uint8Array }[] }

/**
 * Pins all complete groups of 512 blocks below `checkpoint`, and the block at this height.
 *
 * @param chain - Its present blocks. `loads` counts how often a wallet loads the pins.
 */
export function pinsOf(
  { genesis, blocks }: ChainIds,
  checkpoint: number,
): PinnedBlocksSource & { loads: number } {
  const ids = [genesis, ...blocks.map(({ id }) => id)]
  const groups = Array.from({ length: Math.floor(checkpoint / 512) }, (_, group) =>
    keccak_256(concatBytes(...ids.slice(512 * group, 512 * (group + 1)))),
  )
  const id = bytesToHex(ids[checkpoint]!)
  const pins = {
    loads: 0,
    heightOf: () => BigInt(checkpoint) + 1n,
    leastDifficultyOf: () => 1n,
    async load() {
      pins.loads++
      return {
        checkpoints: [{ height: BigInt(checkpoint), id, cumulativeDifficulty: 1n }],
        groups: concatBytes(...groups),
      }
    },
  }
  return pins
}
