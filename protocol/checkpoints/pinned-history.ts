/**
 * Old blocks of the public networks, bound to ids that this program contains.
 *
 * Checkpoints bind single blocks. On mainnet, a hash also binds each group of 512 blocks from the genesis block
 * on. Each block names the one before it, so a bound block binds all blocks below it.
 *
 * @module
 */
import type { Network } from '../rules/forks.ts'

/** Bound by its id. */
export type Checkpoint = {
  height: bigint
  /** In hex. */
  id: string
  /** Of all blocks up to this one. */
  cumulativeDifficulty: bigint
}

export type PinnedHistory = {
  /** Ascending. */
  checkpoints: readonly Checkpoint[]
  /**
   * Keccak-256 of the ids of 512 blocks, one after the other: 32 bytes for each group, from the genesis block on.
   * On mainnet the content of `mainnet-groups.bin`, which is the first half of each entry of monero's file.
   *
   * @see monero src/blocks/checkpoints.dat, src/cryptonote_core/blockchain.cpp prevalidate_block_hashes
   */
  groups: Uint8Array
}

/** monero HASH_OF_HASHES_STEP */
export const blocksPerGroup = 512n

/** Height above the newest pinned block. Every honest chain of the network reaches it. */
export const pinnedHeight: Record<Network, bigint> = {
  mainnet: 3_707_001n,
  testnet: 1_450_001n,
  stagenet: 550_001n,
  fakechain: 0n,
}

/**
 * The least difficulty that is plausible above the newest pinned block: on mainnet a quarter of the average between the
 * last two checkpoints. The difficulty of test networks follows no rule.
 */
export const leastDifficulty: Record<Network, bigint> = {
  mainnet: 171_010_713_971n,
  testnet: 1n,
  stagenet: 1n,
  fakechain: 1n,
}

/** Groups of 512 blocks on mainnet, below height 3 706 880. */
export const mainnetGroups = 7240

/** SHA-256 of `mainnet-groups.bin`, which the server of a page could replace. */
export const mainnetGroupsDigest =
  'c0ca8354c7b610e4139fdf1f60909583c837c9dbaf1035e9abcc6cfc0311e9d5'
