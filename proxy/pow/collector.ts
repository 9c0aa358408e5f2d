/**
 * Garbage collection on request, in a thread of Node.
 *
 * @module
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * A function that frees all garbage of the calling thread.
 *
 * V8 gives it to new contexts only, and only while a flag is set. The flag stays set, because it belongs to all
 * threads: another one may just make its context.
 */
export function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  return () => collect()
}
