/**
 * Output counts in the cache of the data centre, because the platform ends instances at any time.
 *
 * @module
 */
import type { CountFileCache } from '../output-counts.ts'

/** The part of the platform's cache that is used. */
export type EdgeCache = {
  match(url: string): Promise<Response | undefined>
  put(url: string, response: Response): Promise<void>
}

/**
 * Keeps the files of one node.
 *
 * @param upstream - Distinguishes nodes: after a change of the variable, another chain may be behind the same URL.
 */
export function edgeCountCache(cache: EdgeCache, upstream: string): CountFileCache {
  const keyOf = (url: string) => `${url}?${encodeURIComponent(upstream)}`
  return {
    async find(url) {
      const found = await cache.match(keyOf(url)).catch(() => undefined)
      return found && new Uint8Array(await found.arrayBuffer())
    },
    // Without room in the cache, the next instance makes the files again.
    keep: (url, file) => cache.put(keyOf(url), cacheable(file)).catch(() => undefined),
  }
}

const cacheable = (file: Uint8Array<ArrayBuffer>) =>
  new Response(file, { headers: { 'cache-control': 'public, max-age=31536000, immutable' } })
