/**
 * Answers that are nice to have.
 *
 * @module
 */
import type { Clock } from './ports.ts'

/** What `asked` resolves to; undefined when it fails, or takes longer than `patienceMs`. */
export function withTimeout<T>(
  clock: Clock,
  patienceMs: number,
  asked: Promise<T>,
): Promise<T | undefined> {
  const none = () => undefined
  return Promise.race([asked.catch(none), clock.sleep(patienceMs).then(none)])
}
