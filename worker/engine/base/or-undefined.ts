/**
 * Answers of the daemon that can be done without.
 *
 * @module
 */
import { isDaemonError } from './daemon-errors.ts'

/** The answer; undefined when the daemon was not reached, refused, or answered what cannot be read. */
export async function orUndefined<A>(answer: Promise<A> | undefined): Promise<A | undefined> {
  try {
    return await answer
  } catch (error) {
    if (isDaemonError(error)) return undefined
    throw error
  }
}
