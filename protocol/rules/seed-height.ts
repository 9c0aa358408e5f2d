/**
 * Which block's id is RandomX's key: it changes every 2048 blocks, 64 blocks after the block it comes from.
 *
 * @module
 * @see monero src/crypto/rx-slow-hash.c rx_seedheight
 */

/** In blocks, both powers of two. */
export type SeedEpoch = { blocks: bigint; lag: bigint }

export const seedEpoch: SeedEpoch = { blocks: 2048n, lag: 64n }

/**
 * The epoch as an environment sets it, for tests of private chains. What does not fit leaves the default.
 *
 * @param environment - Has `SEEDHASH_EPOCH_BLOCKS` and `SEEDHASH_EPOCH_LAG`, perhaps.
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
