/**
 * The files of a feed in memory, with their order of changes.
 *
 * @module
 */
import { rangeIn } from '../../../proxy/feed/byte-range.ts'
import type { FeedFiles } from '../../../proxy/feed/feed-files.ts'

export function memoryFiles() {
  const kept = new Map<string, Uint8Array<ArrayBuffer>>()
  const changes: string[] = []
  /** Changes until the program is killed. */
  let left = Infinity
  const change = (line: string, apply: () => void) => {
    if (left-- <= 0) throw new Error('killed')
    changes.push(line)
    apply()
  }
  const files: FeedFiles = {
    read: async (name) => kept.get(name)?.slice(),
    async open(name, wanted) {
      const bytes = kept.get(name)
      if (!bytes) return undefined
      const range = rangeIn(wanted, bytes.length)
      const part = range ? bytes.subarray(range.first, range.last + 1) : bytes
      return { bytes: bytes.length, ...(range && { range }), body: new Blob([part]).stream() }
    },
    write: async (name, bytes) =>
      change(`write ${name}`, () => kept.set(name, new Uint8Array(bytes))),
    remove: async (name) => change(`remove ${name}`, () => kept.delete(name)),
  }
  return {
    ...files,
    kept,
    changes,
    text: (name: string) => new TextDecoder().decode(kept.get(name)),
    /** Changes one bit of a file. */
    flip(name: string, at = 20) {
      const bytes = kept.get(name)!
      bytes[at]! ^= 1
    },
    killAfter(count: number) {
      left = count
    },
  }
}
