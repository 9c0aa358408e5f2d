/**
 * Loads files of the page to compare them with a list.
 *
 * @module
 */
import { joinBytes } from '#protocol/bytes.ts'

/** Loads a file of at most `maxBytes`. Undefined if the server does not have it, or if it is larger. */
export type LoadFile = (path: string, maxBytes: number) => Promise<Uint8Array | undefined>

/** As the page loads it: from the cache of its service worker, if there is one. Also undefined without a connection. */
export const loadOwnFile: LoadFile = async (path, maxBytes) => {
  try {
    return await readAtMost(await fetch(`/${path}`), maxBytes)
  } catch {
    return undefined
  }
}

/** Milliseconds after each failed try but the last. A server may restart while its files are replaced. */
const waitsMs = [2_000, 8_000]

/**
 * As a new service worker loads it. Files in `assets/` have a digest in their names. For others, the running
 * service worker would answer from its cache: it does not know the query.
 *
 * @throws {TypeError} If the server cannot be reached.
 */
export const loadNewFile: LoadFile = async (path, maxBytes) => {
  const isHashed = path.startsWith('assets/')
  const url = isHashed ? `/${path}` : `/${path}?release=${crypto.randomUUID()}`
  const cache = isHashed ? 'default' : 'no-store'
  for (const waitMs of waitsMs)
    try {
      return await readAtMost(await fetch(url, { cache }), maxBytes)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  return readAtMost(await fetch(url, { cache }), maxBytes)
}

async function readAtMost(answer: Response, maxBytes: number): Promise<Uint8Array | undefined> {
  if (!answer.ok || !answer.body) {
    await answer.body?.cancel()
    return undefined
  }
  const reader = answer.body.getReader()
  const parts: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return joinBytes(parts)
    length += value.length
    if (length > maxBytes) {
      await reader.cancel()
      return undefined
    }
    parts.push(value)
  }
}
