/**
 * Fees: the minimum of nodes and the rates of wallets.
 *
 * All amounts in piconero. From version 8 fees are per weight, before that per kilobyte. From 15 the
 * node offers four rates, before that the wallet multiplies one.
 *
 * @module
 */
import { max, min } from '../bigint.ts'
import { fullRewardZone } from './limits.ts'

/** Fees are multiples of this. monero PER_KB_FEE_QUANTIZATION_DECIMALS */
export const quantizationMask = 10_000n

/** The rate before fees became dynamic. monero FEE_PER_KB */
const fallbackFeePerKb = 2_000_000_000n

/** Blocks ahead for which a wallet wants its fee to hold. monero FEE_ESTIMATE_GRACE_BLOCKS */
export const graceBlocks = 10n

/** Weight of the transaction that fees are measured by. monero DYNAMIC_FEE_REFERENCE_TRANSACTION_WEIGHT */
const referenceWeight = 3000n

/** The zone that the rates of version 15 are scaled by. monero CRYPTONOTE_BLOCK_GRANTED_FULL_REWARD_ZONE_V5 */
const zone = 300_000n

const roundUp = (value: bigint, step: bigint) => ((value + step - 1n) / step) * step

/**
 * Fee by weight, from version 8.
 *
 * @param feePerByte - One of the node's rates.
 * @param mask - The node's `quantization_mask`.
 * @see monero src/wallet/wallet2.cpp calculate_fee_from_weight
 */
export const feeForWeight = (
  weight: bigint | number,
  feePerByte: bigint,
  mask: bigint = quantizationMask,
): bigint => roundUp(BigInt(weight) * feePerByte, mask)

/**
 * Fee by started kilobytes, before version 8.
 *
 * @see monero src/wallet/wallet2.cpp calculate_fee
 */
export const feeForSize = (size: bigint | number, feePerKb: bigint): bigint =>
  ((BigInt(size) + 1023n) / 1024n) * feePerKb

/**
 * The minimum rate of a node: per byte from version 8, per kilobyte before.
 *
 * @param reward - Base reward of the next block.
 * @param medianWeight - From version 10 the lesser of short- and long-term median.
 * @see monero src/cryptonote_core/blockchain.cpp Blockchain::get_dynamic_base_fee
 */
export function dynamicBaseFee(reward: bigint, medianWeight: bigint, version: number): bigint {
  if (version < 4) return fallbackFeePerKb
  const least = fullRewardZone(version)
  const median = max(medianWeight, least)
  if (version >= 15) {
    const fee = (reward * referenceWeight) / median / median
    return fee - fee / 20n || 1n
  }
  if (version >= 8) return (reward * referenceWeight) / median / least / 5n

  const base = version >= 5 ? 400_000_000n : 2_000_000_000n
  const fee = (((base * least) / median) * reward) / 10_000_000_000_000n
  return roundUp(fee, quantizationMask)
}

/**
 * Whether a node relays a transaction with `fee`: up to 2 % below the minimum is accepted.
 *
 * @param size - Weight from version 8, bytes before.
 * @param rate - The result of {@link dynamicBaseFee}.
 * @see monero src/cryptonote_core/blockchain.cpp Blockchain::check_fee
 */
export function isFeeEnough(fee: bigint, size: bigint, rate: bigint, version: number): boolean {
  const needed = version >= 8 ? feeForWeight(size, rate) : feeForSize(size, rate)
  return fee >= needed - needed / 50n
}

/**
 * The four rates per byte that a node offers from version 15: slow, normal, fast, fastest.
 *
 * @param medians - `short`: effective, with the grace blocks counted as empty; `long`: likewise.
 * @see monero src/cryptonote_core/blockchain.cpp get_dynamic_base_fee_estimate_2021_scaling
 */
export function feeEstimates(reward: bigint, medians: { short: bigint; long: bigint }): bigint[] {
  const { short, long } = medians
  const lesser = min(short, long)
  const low = (reward * referenceWeight) / (lesser * lesser)
  const normal = (4n * reward * referenceWeight) / (lesser * lesser)
  const medium = (16n * reward * referenceWeight) / (zone * lesser)
  const surge = (4n * medium * lesser) / ((32n * referenceWeight * short) / zone)
  const high = max(surge, 4n * medium)
  return [low, normal, medium, high].map((fee) => roundMoneyUp(fee, 2))
}

/**
 * The amount rounded up to a number of significant digits.
 *
 * @see monero src/cryptonote_basic/cryptonote_format_utils.cpp round_money_up
 */
export function roundMoneyUp(amount: bigint, digits: number): bigint {
  const surplus = amount.toString().length - digits
  return surplus > 0 ? roundUp(amount, 10n ** BigInt(surplus)) : amount
}

/**
 * Index of the rate of version 15 for a priority: 0 and 1 the first, 4 and more the last.
 *
 * Callers first replace the default priority 0 by the wallet's setting.
 *
 * @see monero src/wallet/wallet2.cpp wallet2::get_base_fee
 */
export const feeTier = (priority: number): number => Math.min(Math.max(priority, 1), 4) - 1
