/**
 * The files of a feed in a bucket of R2, by their names: an exported feed can be copied there.
 *
 * @module
 * @see https://developers.cloudflare.com/r2/api/workers/workers-api-reference/
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { partsOf } from '#protocol/feed/feed-index.ts'
import type { FeedFiles, OpenFile } from '../feed/feed-files.ts'

type StoredObject = {
  size: number
  /** `sha256`: as it was given with {@link Bucket.put}; the platform has compared it then. */
  checksums: { sha256?: ArrayBuffer }
  body: ReadableStream<Uint8Array<ArrayBuffer>>
  arrayBuffer(): Promise<ArrayBuffer>
}

/** The part of a bucket binding that is used. Each call is atomic, and seen by all later ones. */
export type Bucket = {
  get(name: string): Promise<StoredObject | null>
  put(name: string, bytes: Uint8Array, options?: { sha256: string }): Promise<unknown>
  delete(name: string): Promise<void>
}

export const feedBucket = (bucket: Bucket): FeedFiles => ({
  async read(name) {
    const found = await bucket.get(name)
    return found ? new Uint8Array(await found.arrayBuffer()) : undefined
  },
  async open(name) {
    const found = await bucket.get(name)
    return found ? intact(found, partsOf(name)?.digest) : undefined
  },
  async write(name, bytes) {
    const sha256 = partsOf(name)?.digest
    await bucket.put(name, bytes, sha256 === undefined ? undefined : { sha256 })
  },
  remove: (name) => bucket.delete(name),
})

/**
 * An object with this digest.
 *
 * One that another program has copied has no digest beside it, so its bytes are compared.
 *
 * @param digest - SHA-256 in hex; undefined for the index, which has none.
 */
async function intact(
  found: StoredObject,
  digest: string | undefined,
): Promise<OpenFile | undefined> {
  const { size: bytes, checksums, body } = found
  if (digest === undefined) return { bytes, body }
  if (checksums.sha256) {
    if (bytesToHex(new Uint8Array(checksums.sha256)) === digest) return { bytes, body }
    // An unread body would block the connection.
    await body.cancel()
    return undefined
  }
  const content = await found.arrayBuffer()
  const actual = bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', content)))
  return actual === digest ? { bytes, body: new Blob([content]).stream() } : undefined
}
