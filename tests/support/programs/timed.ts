/**
 * How long things take.
 *
 * @module
 */

/** Milliseconds that `task` takes. */
export async function timed(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await task()
  return performance.now() - start
}
