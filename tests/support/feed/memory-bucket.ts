/**
 * A bucket of R2 in memory, which compares digests as the platform does.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import type { Bucket } from '../../../proxy/hosts/feed-bucket.ts'

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

type Kept = { bytes: Uint8Array<ArrayBuffer>; sha256?: ArrayBuffer }

const factsOf = ({ bytes, sha256 }: Kept) => ({
  size: bytes.length,
  checksums: { ...(sha256 && { sha256 }) },
})

export function memoryBucket() {
  const kept = new Map<string, Kept>()
  let reads = 0
  const bucket: Bucket = {
    async head(name) {
      const found = kept.get(name)
      return found ? factsOf(found) : null
    },
    async get(name, options) {
      const found = kept.get(name)
      if (!found) return null
      const { bytes } = found
      const { offset = 0, length = bytes.length } = options?.range ?? {}
      if (offset >= bytes.length && bytes.length > 0) throw new Error('get: (10039)')
      return {
        ...factsOf(found),
        body: new Blob([bytes.subarray(offset, offset + length)]).stream(),
        async arrayBuffer() {
          reads++
          return bytes.slice().buffer
        },
      }
    },
    async put(name, given, options) {
      const bytes = new Uint8Array(given)
      if (options === undefined) return void kept.set(name, { bytes })
      const sha256 = digestOf(bytes)
      if (sha256.toString('hex') !== options.sha256) throw new Error('put: (10037)')
      kept.set(name, { bytes, sha256: new Uint8Array(sha256).buffer })
    },
    delete: async (name) => void kept.delete(name),
  }
  return {
    ...bucket,
    kept,
    /** Number of objects that were read as a whole. */
    reads: () => reads,
  }
}
