/**
 * Which block's id seeds RandomX at a height.
 *
 * @module
 * @see monero src/crypto/rx-slow-hash.c rx_seedheight
 */

/** Blocks that share a seed, and how long before its first use it is known; powers of two. */
export type SeedEpoch = { blocks: bigint; lag: bigint }

/** monero SEEDHASH_EPOCH_BLOCKS, SEEDHASH_EPOCH_LAG */
export const seedEpoch: SeedEpoch = { blocks: 2048n, lag: 64n }

/**
 * What the environment's SEEDHASH_EPOCH_BLOCKS and SEEDHASH_EPOCH_LAG make of it; values that are no
 * power of two, or more than the default, are passed over.
 *
 * @see monero src/crypto/rx-slow-hash.c get_seedhash_epoch_blocks, get_seedhash_epoch_lag
 */
export function seedEpochFrom(environment: Record<string, string | undefined>): SeedEpoch {
  const { SEEDHASH_EPOCH_BLOCKS: blocks, SEEDHASH_EPOCH_LAG: lag } = environment
  return { blocks: chosen(blocks, 2n, seedEpoch.blocks), lag: chosen(lag, 1n, seedEpoch.lag) }
}

function chosen(text: string | undefined, least: bigint, most: bigint): bigint {
  const digits = /^\s*\+?(\d{1,9})/.exec(text ?? '')?.[1]
  if (digits === undefined) return most
  const value = BigInt(digits)
  return value < least || value > most || (value & (value - 1n)) !== 0n ? most : value
}

/** Height of the block whose id seeds the proof of work of the block at `height`. */
export const seedHeight = (height: bigint, { blocks, lag }: SeedEpoch = seedEpoch): bigint =>
  height <= blocks + lag ? 0n : (height - lag - 1n) & ~(blocks - 1n)

/** Height of the next seed's block; the same as {@link seedHeight} until `lag` blocks before its use. */
export const nextSeedHeight = (height: bigint, epoch: SeedEpoch = seedEpoch): bigint =>
  seedHeight(height + epoch.lag, epoch)
