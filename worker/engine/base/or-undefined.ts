/**
 * Optional answers of the daemon.
 *
 * @module
 */
import { isDaemonError } from './daemon-errors.ts'

/** The answer; undefined when the daemon is unreachable, refuses, or sends an invalid answer. */
export async function orUndefined<A>(answer: Promise<A> | undefined): Promise<A | undefined> {
  try {
    return await answer
  } catch (error) {
    if (isDaemonError(error)) return undefined
    throw error
  }
}
