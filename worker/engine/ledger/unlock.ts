/**
 * When an output may be spent.
 *
 * @module
 */
import { max } from '#protocol/bigint.ts'
import { heightOf, type Network } from '#protocol/rules/forks.ts'
import { firstTimestamp, spendableAge } from '#protocol/rules/limits.ts'

/** The lock of an output: `height` of its block; `unlockTime` as a height or Unix seconds. */
export type Locked = { height: bigint; unlockTime: bigint }

/** The current chain, as scanned by the wallet. */
export type ChainView = {
  /** In blocks: top block plus one. */
  height: bigint
  /** Adjusted time of the daemon's chain, Unix seconds: decides when time locks end. */
  time: bigint
  /** Local clock, Unix seconds: remaining seconds are counted from it. */
  now: bigint
  /** Height of the first block with a target of 120 seconds. */
  v2Height: bigint
}

/**
 * Whether an output may be spent in the next block.
 *
 * Two locks must both have passed: the ten blocks every output waits, and the sender's own
 * `unlockTime`, which ends one block, or one block target, early.
 *
 * @returns False while either lock holds. Never throws.
 * @see monero src/wallet/wallet2.cpp is_transfer_unlocked
 */
export function isUnlocked(output: Locked, chain: ChainView): boolean {
  return output.height + spendableAge <= chain.height && isLockPassed(output, chain)
}

/**
 * Whether the sender's own lock of an output has passed: what a daemon calls `unlocked` in `get_outs`.
 *
 * @see monero src/cryptonote_core/blockchain.cpp is_tx_spendtime_unlocked
 */
export function isLockPassed(
  output: Locked,
  chain: Pick<ChainView, 'height' | 'time' | 'v2Height'>,
): boolean {
  if (output.unlockTime < firstTimestamp) return chain.height >= output.unlockTime

  const blockTarget = output.height < chain.v2Height ? 60n : 120n
  return chain.time + blockTarget >= output.unlockTime
}

/** The chain height from which it is unlocked; undefined for a time lock. */
export function unlockHeight({ height, unlockTime }: Locked): bigint | undefined {
  if (unlockTime >= firstTimestamp) return undefined
  return max(unlockTime, height + spendableAge)
}

/**
 * Blocks until the output may be spent; 0 for a time lock or none.
 *
 * @see monero src/wallet/wallet2.cpp unlocked_balance_per_subaddress
 */
export function blocksToUnlock(output: Locked, chain: ChainView): bigint {
  if (isUnlocked(output, chain)) return 0n
  const aged = output.height + spendableAge
  const byHeight = output.unlockTime < firstTimestamp && output.unlockTime > aged
  const free = byHeight ? output.unlockTime : aged
  return free > chain.height ? free - chain.height : 0n
}

/** Seconds until a time lock ends; 0 for none. */
export function secondsToUnlock(output: Locked, chain: ChainView): bigint {
  if (isUnlocked(output, chain) || output.unlockTime < firstTimestamp) return 0n
  return output.unlockTime > chain.now ? output.unlockTime - chain.now : 0n
}

/**
 * The height from which time locks end 120 seconds early.
 *
 * Monero's wallet uses mainnet's for a private chain too.
 *
 * @see monero src/wallet/wallet2.cpp is_tx_spendtime_unlocked
 */
export const v2HeightOf = (network: Network): bigint =>
  heightOf(network === 'fakechain' ? 'mainnet' : network, 2)!
