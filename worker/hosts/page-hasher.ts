/**
 * Proofs of work in a page: in a worker that the page starts for each check. The code is loaded with the first one.
 *
 * @module
 */
import type { StartThread } from '../adapters/scan-threads.ts'
import { webTask } from '../adapters/task-thread.ts'
import type { WorkHasher } from '../engine/base/ports.ts'

/** The least memory, in GB, with which a check is on by default: it takes 260 MB for some seconds. */
const enoughMemory = 4

/** Browsers that do not report the memory check proofs of work only on request. */
export function pageHasher(start: StartThread): WorkHasher {
  const { deviceMemory = 0 } = navigator as { deviceMemory?: number }
  let loaded: Promise<WorkHasher['hash']> | undefined
  return {
    isOn: deviceMemory >= enoughMemory,
    async hash(inputs, ended) {
      const hash = await (loaded ??= load(start))
      return hash(inputs, ended)
    },
  }
}

async function load(start: StartThread): Promise<WorkHasher['hash']> {
  const { workHash } = await import('../adapters/work-hasher.ts')
  return workHash(() => webTask(start))
}
