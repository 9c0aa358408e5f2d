/**
 * The height of the block whose id is RandomX's key. The key changes every 2048 blocks, with a lag of 64.
 *
 * @module
 * @see monero src/crypto/rx-slow-hash.c rx_seedheight
 */

/** First version of blocks that RandomX hashes. monero RX_BLOCK_VERSION */
export const randomXVersion = 12

/** In blocks, both powers of two. */
export type SeedEpoch = { blocks: bigint; lag: bigint }

export const seedEpoch: SeedEpoch = { blocks: 2048n, lag: 64n }

/**
 * The epoch from environment variables, for tests of private chains. Invalid values leave the default.
 *
 * @param environment - May set `SEEDHASH_EPOCH_BLOCKS` and `SEEDHASH_EPOCH_LAG`.
 */
export function seedEpochOf(environment: Readonly<Record<string, string | undefined>>): SeedEpoch {
  return {
    blocks: powerOfTwo(environment['SEEDHASH_EPOCH_BLOCKS'], 2n) ?? seedEpoch.blocks,
    lag: powerOfTwo(environment['SEEDHASH_EPOCH_LAG'], 1n, seedEpoch.lag) ?? seedEpoch.lag,
  }
}

/** As C's `atoi` reads it. */
function powerOfTwo(text = '', least: bigint, most = seedEpoch.blocks): bigint | undefined {
  const digits = /^\s*\+?(\d+)/.exec(text)?.[1]
  if (digits === undefined) return undefined
  const value = BigInt(digits)
  return value >= least && value <= most && (value & (value - 1n)) === 0n ? value : undefined
}

/** Height of the block whose id is the key at `height`. */
export function seedHeight(height: bigint, { blocks, lag }: SeedEpoch = seedEpoch): bigint {
  return height <= blocks + lag ? 0n : (height - lag - 1n) & ~(blocks - 1n)
}

/** Height of the next key's block; the same as {@link seedHeight} until `lag` blocks before its use. */
export const nextSeedHeight = (height: bigint, epoch: SeedEpoch = seedEpoch): bigint =>
  seedHeight(height + epoch.lag, epoch)
