/**
 * Counts the votes of the newest blocks for versions of the rules.
 *
 * Votes have no effect: every fork of the known networks takes effect at its height with a threshold of
 * 0 percent. They are only reported.
 *
 * @module
 * @see monero src/cryptonote_basic/hardfork.cpp HardFork
 */
import { heightOf, newestVersion, versionAt, type Network } from '#protocol/rules/forks.ts'
import type { ForkVotes } from './types.ts'

/** Number of blocks whose votes are counted: one week. monero DEFAULT_WINDOW_SIZE */
export const voteWindow = 10_080

/** Height of a fork that is not known. */
const never = (1n << 64n) - 1n

/**
 * The version that a block votes for. Old blocks have the minor version 0, which counts as 1.
 *
 * @see monero src/cryptonote_basic/hardfork.cpp get_block_vote
 */
export const voteOf = (minorVersion: number) => (minorVersion === 0 ? 1 : minorVersion)

const counted = (minorVersion: number) => Math.min(voteOf(minorVersion), newestVersion)

export class VoteWindow {
  readonly #votes: number[]

  /** @param minorVersions - Minor versions of the newest blocks, at most {@link voteWindow}, oldest first. */
  constructor(minorVersions: readonly number[]) {
    this.#votes = minorVersions.map(counted)
  }

  added(minorVersion: number): void {
    while (this.#votes.length >= voteWindow) this.#votes.shift()
    this.#votes.push(counted(minorVersion))
  }

  /**
   * Removes the newest vote. Like monerod, it adds the version of the popped block at the old end until
   * the votes are counted again.
   *
   * @see monero src/cryptonote_basic/hardfork.cpp HardFork::on_block_popped
   */
  popped(majorVersion: number): void {
    this.#votes.pop()
    this.#votes.unshift(majorVersion)
  }

  /** Votes for a version or a later one. */
  info(network: Network, height: bigint, version: number): ForkVotes {
    const current = versionAt(network, height)
    return {
      version: current,
      enabled: current >= version,
      window: this.#votes.length,
      votes: this.#votes.filter((vote) => vote >= version).length,
      threshold: 0,
      earliestHeight: heightOf(network, version) ?? never,
      voting: newestVersion,
    }
  }
}
