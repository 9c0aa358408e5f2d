/**
 * The files of a feed in a bucket of R2, by their names: an exported feed can be copied there.
 *
 * @module
 * @see https://developers.cloudflare.com/r2/api/workers/workers-api-reference/
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { partsOf } from '#protocol/feed/feed-index.ts'
import { rangeIn, type ByteRange } from '../feed/byte-range.ts'
import { digestOf, type FeedFiles, type OpenFile } from '../feed/feed-files.ts'

type ObjectFacts = {
  /** Of the whole object. */
  size: number
  /** `sha256`: as it was given with {@link Bucket.put}; the platform has compared it then. */
  checksums: { sha256?: ArrayBuffer }
}

type StoredObject = ObjectFacts & {
  body: ReadableStream<Uint8Array<ArrayBuffer>>
  arrayBuffer(): Promise<ArrayBuffer>
}

/** The part of a bucket binding that is used. Each call is atomic, and seen by all later ones. */
export type Bucket = {
  get(
    name: string,
    options?: { range: { offset: number; length: number } },
  ): Promise<StoredObject | null>
  head(name: string): Promise<ObjectFacts | null>
  put(name: string, bytes: Uint8Array, options?: { sha256: string }): Promise<unknown>
  delete(name: string): Promise<void>
}

export const feedBucket = (bucket: Bucket): FeedFiles => ({
  async read(name) {
    const found = await bucket.get(name)
    return found ? new Uint8Array(await found.arrayBuffer()) : undefined
  },
  async open(name, range) {
    const part = range && (await openPart(bucket, name, range))
    if (part) return part
    const found = await bucket.get(name)
    return found ? intact(found, partsOf(name)?.digest, range) : undefined
  },
  async write(name, bytes) {
    const sha256 = partsOf(name)?.digest
    await bucket.put(name, bytes, sha256 === undefined ? undefined : { sha256 })
  },
  remove: (name) => bucket.delete(name),
})

/** A part of an object that has its digest beside it; undefined for another object. */
async function openPart(
  bucket: Bucket,
  name: string,
  range: ByteRange,
): Promise<OpenFile | undefined> {
  const facts = await bucket.head(name)
  if (!facts || !rangeIn(range, facts.size) || storedDigest(facts) !== partsOf(name)?.digest)
    return undefined
  const length = range.last - range.first + 1
  const part = await bucket.get(name, { range: { offset: range.first, length } })
  return part ? { bytes: facts.size, range, body: part.body } : undefined
}

const storedDigest = ({ checksums: { sha256 } }: ObjectFacts): string | undefined =>
  sha256 && bytesToHex(new Uint8Array(sha256))

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
  range: ByteRange | undefined,
): Promise<OpenFile | undefined> {
  const { size: bytes, body } = found
  if (digest === undefined) return { bytes, body }
  const stored = storedDigest(found)
  if (stored !== undefined) {
    if (stored === digest) return { bytes, body }
    // An unread body would block the connection.
    await body.cancel()
    return undefined
  }
  const content = new Uint8Array(await found.arrayBuffer())
  if ((await digestOf(content)) !== digest) return undefined
  const part = rangeIn(range, bytes)
  const shown = part ? content.subarray(part.first, part.last + 1) : content
  return { bytes, ...(part && { range: part }), body: new Blob([shown]).stream() }
}
