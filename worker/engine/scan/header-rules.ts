/**
 * Consensus rules of block headers that a wallet can check: version and timestamp.
 *
 * @module
 * @see monero src/cryptonote_basic/hardfork.cpp HardFork::do_check
 * @see monero src/cryptonote_core/blockchain.cpp Blockchain::check_block_timestamp
 */
import { versionAt, type Network } from '#protocol/rules/forks.ts'
import { futureTimeLimit, timestampWindow } from '#protocol/rules/limits.ts'
import { InvalidDaemonData, requireOfDaemon } from '../base/daemon-errors.ts'
import { blocksIn, heightIn, type Slice } from './slice.ts'

/** The rules that an answer is checked by. */
type HeaderRulesParts = {
  /** The network whose rules apply: `fakechain` for a private chain. */
  network: Network
  /** Our clock in Unix seconds; undefined while it cannot be right. */
  now: bigint | undefined
  /** Timestamp of a known block in Unix seconds; undefined for an unknown one. */
  timeAt: (height: bigint) => number | undefined
}

/** The fork to version 16 of mainnet: a clock before it is not set. monero src/hardforks/hardforks.cpp */
const earliestTime = 1_656_629_118n

/**
 * The time by our clock; undefined where the clock cannot be right.
 *
 * @param known - Timestamp of the newest block that was accepted by this clock before.
 */
export function usableTime(now: bigint, known: number | undefined): bigint | undefined {
  const isSet = now >= earliestTime && now + futureTimeLimit >= BigInt(known ?? 0)
  return isSet ? now : undefined
}

/** Checks the slices of one answer, in order. */
export class HeaderRules {
  readonly #parts: HeaderRulesParts
  /** Largest timestamp that is allowed. */
  readonly #latest: number
  /** Timestamps of the last blocks, oldest first, as far as they are known. */
  #window: number[] | undefined

  constructor(parts: HeaderRulesParts) {
    this.#parts = parts
    const { now } = parts
    this.#latest = now === undefined ? Number.MAX_SAFE_INTEGER : Number(now + futureTimeLimit)
  }

  /** @throws InvalidDaemonData that names the block and the rule. */
  check(slice: Slice): void {
    const window = (this.#window ??= this.#before(slice.height))
    for (let at = 0; at < blocksIn(slice); at++) {
      const height = heightIn(slice, at)
      this.#requireVersion(slice.versions[at]!, height)
      const time = slice.times[at]!
      this.#requireTime(time, height, window)
      window.push(time)
      if (window.length > timestampWindow) window.shift()
    }
  }

  #requireVersion(version: number, height: bigint) {
    const expected = versionAt(this.#parts.network, height)
    requireOfDaemon(
      version === expected,
      `block ${height} has version ${version}, and version ${expected} applies at its height`,
    )
  }

  #requireTime(time: number, height: bigint, window: readonly number[]) {
    if (time > this.#latest)
      throw new InvalidDaemonData(
        `the timestamp of block ${height} is more than two hours ahead of the clock of this device. ` +
          'Check the clock, or choose another daemon',
      )
    requireOfDaemon(
      window.length < timestampWindow || !isBelowMedian(time, window),
      `the timestamp of block ${height} is below the median of the ${timestampWindow} blocks before it`,
    )
  }

  #before(height: bigint): number[] {
    const times: number[] = []
    for (let at = height - 1n; at >= 0n && times.length < timestampWindow; at--) {
      const time = this.#parts.timeAt(at)
      if (time === undefined) break
      times.unshift(time)
    }
    return times
  }
}

// Sorting is needed only for a timestamp near the median: most are newer than all before.
function isBelowMedian(time: number, window: readonly number[]): boolean {
  const half = window.length / 2
  let notLater = 0
  for (const each of window) if (each <= time) notLater++
  if (notLater > half) return false
  const sorted = [...window].sort((a, b) => a - b)
  return time < Math.floor((sorted[half - 1]! + sorted[half]!) / 2)
}
