/**
 * Drops signatures and proofs of old blocks. A pruned node keeps those of every eighth stripe of 4096
 * blocks, and of the newest 5500 blocks.
 *
 * @module
 * @see monero src/common/pruning.cpp
 */
import { readMetadata, writeMetadata } from '../../stores/schema.ts'
import type { ChainStore } from '../../stores/chain-store.ts'

/** monero CRYPTONOTE_PRUNING_STRIPE_SIZE, CRYPTONOTE_PRUNING_LOG_STRIPES, CRYPTONOTE_PRUNING_TIP_BLOCKS */
const stripeSize = 4096
const logStripes = 3
const tipBlocks = 5500

const stripes = 2 ** logStripes

/** Position of the logarithm in a seed. monero PRUNING_SEED_LOG_SHIFT */
const logShift = 7

const name = 'pruning seed'

/** The pruning seed of the store; 0 if it is not pruned. */
export function pruningSeedOf({ driver }: ChainStore): number {
  const seed = readMetadata(driver, name)
  return typeof seed === 'number' ? seed : 0
}

/**
 * Prunes the chain. A chain that was pruned before keeps its stripe.
 *
 * @param random - A random byte that selects the stripe to keep.
 * @returns The pruning seed.
 */
export function pruneChain(store: ChainStore, height: number, random: number): number {
  const seed = pruningSeedOf(store) || (logStripes << logShift) | (random % stripes)
  store.driver.transaction(() => {
    writeMetadata(store.driver, name, seed)
    for (let first = 0; first < height; first += stripeSize)
      if (!keeps(seed, first)) drop(store, first, Math.min(first + stripeSize, height - tipBlocks))
  })
  return seed
}

/** Prunes the block that left the newest ones when a block was added, if the chain is pruned. */
export function pruneOnwards(store: ChainStore, height: number): void {
  const seed = pruningSeedOf(store)
  const leaving = height - tipBlocks - 1
  if (seed !== 0 && leaving >= 0 && !keeps(seed, leaving)) drop(store, leaving, leaving + 1)
}

/** The stripe of a height, starting at 1. @see monero src/common/pruning.cpp get_pruning_stripe */
export const stripeOf = (height: number): number => (Math.floor(height / stripeSize) % stripes) + 1

/** Whether the seed keeps the stripe of a height. */
const keeps = (seed: number, height: number) => stripeOf(height) === (seed % 2 ** logShift) + 1

function drop({ transactions }: ChainStore, first: number, end: number) {
  if (first < end) transactions.dropPrunable(first, end)
}
