/**
 * A bucket of R2 in memory, which compares digests as the platform does.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import type { Bucket } from '../../../proxy/hosts/feed-bucket.ts'

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

export function memoryBucket() {
  const kept = new Map<string, { bytes: Uint8Array<ArrayBuffer>; sha256?: ArrayBuffer }>()
  let reads = 0
  const bucket: Bucket = {
    async get(name) {
      const found = kept.get(name)
      if (!found) return null
      const { bytes, sha256 } = found
      return {
        size: bytes.length,
        checksums: { ...(sha256 && { sha256 }) },
        body: new Blob([bytes]).stream(),
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
