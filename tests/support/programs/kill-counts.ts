/**
 * How often programs are killed while they write: 1100 times in a proof.
 *
 * @module
 */
import type { TestContext } from 'vitest'
import { count } from '../random/case-counts.ts'

/** Kills in `npm test` and in a proof, by program and by what it writes. */
export const killCounts = {
  page: { refreshes: [3, 10], payments: [3, 12], records: [4, 248], folds: [3, 30] },
  service: { refreshes: [5, 25], payments: [5, 25], signatures: [3, 50], records: [6, 250] },
  node: { blocks: [3, 350] },
  light: { chunks: [5, 100] },
} as const satisfies Record<string, Record<string, readonly [small: number, full: number]>>

/** The kills of one kind in this run. */
export const kills = ([small, full]: readonly [number, number]): number => count(small, full)

/**
 * Whether another kill is due: the planned ones, and then more until one has cut off a write. Where a kill always comes
 * after the write, the test does not end in its time.
 */
export const isKillDue = (made: number, planned: number, cutOff: number): boolean =>
  made < planned || cutOff === 0

/** Reports the kills of a test, for `docs/proof.md`. */
export function reportKills(
  task: TestContext['task'],
  program: keyof typeof killCounts,
  made: number,
): void {
  Object.assign(task.meta, { counts: { [`${program}: kills while it writes`]: made } })
}
