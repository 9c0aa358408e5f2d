/**
 * Answers of the daemon that can be done without.
 *
 * @module
 */
import { AnswerError, ConnectionError, DaemonError } from '#protocol/daemon/problems.ts'

/** Whether it is the daemon that failed, and not this program. */
export const isDaemonFailure = (error: unknown): boolean =>
  [ConnectionError, DaemonError, AnswerError].some((failure) => error instanceof failure)

/** The answer; undefined when the daemon was not reached, refused, or answered what cannot be read. */
export async function settled<A>(answer: Promise<A> | undefined): Promise<A | undefined> {
  try {
    return await answer
  } catch (error) {
    if (isDaemonFailure(error)) return undefined
    throw error
  }
}
