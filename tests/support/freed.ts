/**
 * Whether objects that a test no longer uses are freed.
 *
 * @module
 */
import { garbageCollector } from '../../proxy/pow/collector.ts'

const turns = 20

/** Whether nothing holds the object. The caller must not hold it either. */
export async function isFreed(object: WeakRef<object>): Promise<boolean> {
  const collect = garbageCollector()
  for (let turn = 0; turn < turns; turn++) {
    // An object that was looked at is held until the end of the turn.
    await new Promise((resolve) => setTimeout(resolve))
    collect()
    if (!object.deref()) return true
  }
  return false
}
