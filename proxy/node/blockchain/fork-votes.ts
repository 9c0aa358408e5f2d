/**
 * Which version of the rules the miners of the newest blocks voted for.
 *
 * Votes decide nothing: every fork of the known networks takes effect at its height with a threshold
 * of 0 percent. They are counted for those who ask.
 *
 * @module
 * @see monero src/cryptonote_basic/hardfork.cpp HardFork
 */
import { heightOf, newestVersion, versionAt, type Network } from '#protocol/rules/forks.ts'
import type { ForkVotes } from './types.ts'

/** Blocks whose votes are counted: a week. monero DEFAULT_WINDOW_SIZE */
export const voteWindow = 10_080

/** Versions that {@link ForkVotes} of a version beyond all known forks are never enabled from. */
const never = (1n << 64n) - 1n

/**
 * What a block votes for. Before forks the minor version was always 0, which counts as 1.
 *
 * @see monero src/cryptonote_basic/hardfork.cpp get_block_vote
 */
export const voteOf = (minorVersion: number) => (minorVersion === 0 ? 1 : minorVersion)

const counted = (minorVersion: number) => Math.min(voteOf(minorVersion), newestVersion)

export class VoteWindow {
  readonly #votes: number[]

  /** @param minorVersions - Of the newest blocks, at most {@link voteWindow}, oldest first. */
  constructor(minorVersions: readonly number[]) {
    this.#votes = minorVersions.map(counted)
  }

  added(minorVersion: number): void {
    while (this.#votes.length >= voteWindow) this.#votes.shift()
    this.#votes.push(counted(minorVersion))
  }

  /**
   * The newest vote goes; the version of the popped block comes in at the far end, as monerod has it
   * until it counts anew.
   *
   * @see monero src/cryptonote_basic/hardfork.cpp HardFork::on_block_popped
   */
  popped(majorVersion: number): void {
    this.#votes.pop()
    this.#votes.unshift(majorVersion)
  }

  /** Votes for a version, or for a later one. */
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
