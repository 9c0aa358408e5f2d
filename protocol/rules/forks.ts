/**
 * Hard forks: the version of the rules by height.
 *
 * @module
 * @see monero src/hardforks/hardforks.cpp
 */

import type { Network } from '../address.ts'

export type { Network }

export type Fork = {
  version: number
  /** The first block under these rules. */
  height: bigint
}

/** The newest version of the rules known here. */
export const newestVersion = 16

const heights = (...from: number[]): readonly Fork[] =>
  from.map((height, index) => ({ version: index + 1, height: BigInt(height) }))

/**
 * All forks by network, ascending. Version 1 applies from the first block. `fakechain` is a private
 * chain, as `monerod --regtest` makes it.
 *
 * @see monero src/cryptonote_core/cryptonote_core.cpp core::init for `fakechain`
 */
export const forks: Readonly<Record<Network, readonly Fork[]>> = {
  mainnet: heights(
    0,
    1009827,
    1141317,
    1220516,
    1288616,
    1400000,
    1546000,
    1685555,
    1686275,
    1788000,
    1788720,
    1978433,
    2210000,
    2210720,
    2688888,
    2689608,
  ),
  testnet: heights(
    0,
    624634,
    800500,
    801219,
    802660,
    971400,
    1057027,
    1057058,
    1057778,
    1154318,
    1155038,
    1308737,
    1543939,
    1544659,
    1982800,
    1983520,
  ),
  stagenet: heights(
    0,
    32000,
    33000,
    34000,
    35000,
    36000,
    37000,
    176456,
    177176,
    269000,
    269720,
    454721,
    675405,
    676125,
    1151000,
    1151720,
  ),
  fakechain: [
    { version: 1, height: 0n },
    { version: 16, height: 1n },
  ],
}

/**
 * The version of the rules for the block at `height`.
 *
 * @see monero src/cryptonote_basic/hardfork.cpp HardFork::get_ideal_version
 */
export function versionAt(network: Network, height: bigint): number {
  return forks[network].findLast((fork) => fork.height <= height)!.version
}

/**
 * The first height with rules of at least `version`; undefined if the network has no such rules.
 *
 * @see monero src/cryptonote_basic/hardfork.cpp HardFork::get_earliest_ideal_height_for_version
 */
export function heightOf(network: Network, version: number): bigint | undefined {
  return forks[network].find((fork) => fork.version >= version)?.height
}
