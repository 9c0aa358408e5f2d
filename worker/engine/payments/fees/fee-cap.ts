/**
 * The highest fees that can be needed, from what the wallet itself knows of the chain.
 *
 * @module
 */
import { max, min } from '#protocol/bigint.ts'
import { baseReward } from '#protocol/rules/emission.ts'
import { feeEstimates, feeForWeight } from '#protocol/rules/fees.ts'
import { heightOf, type Network } from '#protocol/rules/forks.ts'
import { fullRewardZone } from '#protocol/rules/limits.ts'
import { BlockIds } from '../../ledger/block-ids.ts'
import type { Store } from '../../store/store.ts'

/** What fees depend on. */
export type FeeBasis = {
  network: Network
  /** Of the wallet's chain. */
  height: bigint
  /** Rewards of blocks that the wallet read, the newest first; fees of their transactions included. */
  rewards: readonly bigint[]
}

/** Rules of the transactions that this wallet makes. No block before them can contain one. */
const ownVersion = 15

/** Honest rates may exceed the estimate by a tenth. */
const withMargin = (amount: bigint) => (amount * 11n) / 10n

/** Reads the basis from the wallet. */
export function feeBasis(store: Pick<Store, 'info' | 'blocks' | 'anchor'>): FeeBasis {
  const { info, blocks } = store
  const { network } = info.value
  const rewards = [...blocks.values()]
    .sort((a, b) => (a.first > b.first ? -1 : 1))
    .map(({ reward }) => reward)
    .filter((reward) => reward > 0n)
  return { network, height: new BlockIds(store, network).height, rewards }
}

/**
 * The highest plausible rates by tier, in piconero per byte. Fees fall as blocks grow, so small blocks
 * cost most.
 *
 * @see monero src/cryptonote_core/blockchain.cpp get_dynamic_base_fee_estimate_2021_scaling
 */
export function highestRates(basis: FeeBasis): bigint[] {
  const zone = fullRewardZone(16)
  return feeEstimates(highestReward(basis), { short: zone, long: zone }).map(withMargin)
}

/** The highest plausible fee of a transaction, at the highest priority. */
export const highestFee = (weight: number, basis: FeeBasis): bigint =>
  feeForWeight(weight, highestRates(basis).at(-1)!)

/**
 * Why the fee of a transaction made elsewhere is refused, if it is. A wallet without a chain relies on
 * the emission from the first height of today's rules on.
 */
export function feeError(fee: bigint, weight: number, basis: FeeBasis): string | undefined {
  const most = highestFee(weight, basis)
  if (fee <= most) return undefined
  return (
    `its fee is too high: expected at most ${most} piconero for a weight of ${weight}, got ${fee}; ` +
    'make the transaction again with another daemon'
  )
}

/**
 * Whether the newest block that the wallet read pays so much in fees that blocks can be full: half of what a
 * full block pays at the lowest rate. Only known where the emission is constant.
 */
export function paysFullBlocks({ network, height, rewards }: FeeBasis): boolean {
  const tail = baseReward(2n ** 64n - 1n, 16)
  const [newest] = rewards
  if (newest === undefined || emission(network, sinceOwnRules(network, height)) > tail) return false
  const zone = fullRewardZone(16)
  const [lowest] = feeEstimates(tail, { short: zone, long: zone })
  return newest - tail >= (zone * lowest!) / 2n
}

/**
 * The lesser of the emission and the median of our own blocks.
 *
 * A wallet that read blocks relies on their height: a private chain can have the name of mainnet, and is shorter.
 */
function highestReward({ network, height, rewards }: FeeBasis): bigint {
  const median = rewards.toSorted((a, b) => (a < b ? -1 : 1))[rewards.length >> 1]
  if (median === undefined) return emission(network, sinceOwnRules(network, height))
  return min(median, emission(network, height))
}

const sinceOwnRules = (network: Network, height: bigint) =>
  max(height, heightOf(network, ownVersion)!)

/**
 * The block reward at the height, without fees. Each block emits 2^-20 of the remaining supply in the time of one
 * minute per block, and 2^-19 afterwards. Penalties for large blocks delay the emission by less than 1 %.
 *
 * @see monero src/cryptonote_basic/cryptonote_basic_impl.cpp get_block_reward
 */
function emission(network: Network, height: bigint): bigint {
  const at = Number(height)
  const minutes = Math.min(at, Number(heightOf(network, 2)!))
  const remaining = 2 ** 64 * Math.exp(-minutes / 2 ** 20 - (at - minutes) / 2 ** 19)
  const generated = 2n ** 64n - 1n - BigInt(Math.floor(Math.min(remaining, 2 ** 64 - 2 ** 12)))
  return baseReward(generated, 16)
}
