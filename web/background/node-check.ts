/**
 * The periodic check of the node, which the service worker makes while no page is open (`web/public/node-check.js`).
 *
 * It asks for the height and nothing else: a locked wallet has no keys to scan with.
 *
 * @module
 * @see https://wicg.github.io/periodic-background-sync/
 */
import { storedNode } from '../trust/chosen-node.ts'

/** Tags begin with this; the rest is the path of the request. */
const tagStart = 'node-check:'
const intervalMs = 12 * 3600 * 1000

/** Where the service worker stores its last check. */
const cacheName = 'node-check'
const resultPath = '/node-check-result'

type PeriodicSync = {
  register: (tag: string, options: { minInterval: number }) => Promise<void>
  unregister: (tag: string) => Promise<void>
  getTags: () => Promise<string[]>
}

/**
 * Registers the check where the platform offers it, for the node in use.
 *
 * @param isOffline - Whether the open wallet makes no request to a node. The check then ends, until another wallet is opened.
 */
export async function registerNodeCheck(isOffline: boolean): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const sync = (registration as { periodicSync?: PeriodicSync } | undefined)?.periodicSync
  if (!sync) return
  const node = storedNode()
  const path = `${node === '' ? '' : `/node/${encodeURIComponent(node)}`}/get_height`
  const tag = isOffline ? undefined : `${tagStart}${path}`
  try {
    for (const known of await sync.getTags())
      if (known.startsWith(tagStart) && known !== tag) await sync.unregister(known)
    if (tag !== undefined) await sync.register(tag, { minInterval: intervalMs })
  } catch {
    // Only installed pages may register.
  }
}

export type NodeCheck = { seconds: number; reachable: boolean }

/** Whether a check is worth showing beside the last scan, which also asked the node. Both count whole seconds. */
export function isSince(check: NodeCheck, scannedSeconds: number | undefined): boolean {
  return check.seconds >= (scannedSeconds ?? 0)
}

/** The last check of the service worker. */
export async function lastNodeCheck(): Promise<NodeCheck | undefined> {
  try {
    const stored = await (await caches.open(cacheName)).match(resultPath)
    const { seconds, reachable } = { ...((await stored?.json()) as Partial<NodeCheck>) }
    return Number.isSafeInteger(seconds) && typeof reachable === 'boolean'
      ? { seconds: seconds!, reachable }
      : undefined
  } catch {
    return undefined
  }
}
