/**
 * Times and difficulties of a scripted chain, as a node reports them in headers.
 *
 * @module
 */
import { nextDifficulty } from '#protocol/rules/difficulty.ts'

/** A chain of a public network, of which only the last blocks exist. */
export type PublicChain = {
  network: 'mainnet' | 'stagenet'
  /** Height of the first block that the test writes. */
  first: number
  /** Difficulty of all blocks before it. */
  difficulty: bigint
}

/** Time of the block before the first one. */
export const firstTime = 1_700_000_000n

/** Headers before the first block. */
export const blocksBefore = 735

/** Work of the 735 blocks before the first one, two minutes apart, and of all others. */
export function worksOf(blocks: readonly { time: bigint }[], difficulty: bigint) {
  const works = Array.from({ length: blocksBefore }, (_, at) => ({
    time: firstTime - 120n * BigInt(blocksBefore - 1 - at),
    difficulty,
    cumulative: difficulty * BigInt(at + 1_000_000),
  }))
  for (const { time } of blocks) {
    const last = works.slice(-blocksBefore)
    const sums = last.map(({ cumulative }) => cumulative)
    const times = last.map((each) => each.time)
    const next = nextDifficulty(times, sums, 120n)
    works.push({ time, difficulty: next, cumulative: sums.at(-1)! + next })
  }
  return works
}
