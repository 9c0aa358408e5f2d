/**
 * What a test file started and must stop when its tests are done.
 *
 * @module
 */

const stops: (() => unknown)[] = []

/** Calls `stop` at the end of the test file, unless it is called before; what started last stops first. */
export const atFileEnd = (stop: () => unknown): void => void stops.push(stop)

/** Stops everything, also when one of them fails. @throws The first failure. */
export async function stopAll(): Promise<void> {
  const failures: unknown[] = []
  for (const stop of stops.splice(0).reverse())
    try {
      await stop()
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
}
