/**
 * Work of a program that is cut off by SIGKILL.
 *
 * @module
 */
import { pause, type Program } from './process.ts'

/**
 * Kills the program at a random moment of one part of the time that its work takes: round by round a
 * later part, so that the first rounds cut it off also where it takes less than when measured. Rounds after the last
 * begin again in half the time.
 *
 * @param chance - From 0 up to 1.
 * @returns What the work came to; undefined when it was cut off.
 */
export async function killDuring<T>(
  { program }: { program: Program },
  work: Promise<T>,
  { takesMs, round, rounds, chance }: CutOff,
): Promise<{ value: T } | undefined> {
  const finished = work.then(
    (value) => ({ value }),
    () => undefined,
  )
  const part = ((round % rounds) + chance) / rounds
  await pause((part * takesMs) / 2 ** Math.floor(round / rounds))
  await program.stop('SIGKILL')
  return finished
}

type CutOff = { takesMs: number; round: number; rounds: number; chance: number }
