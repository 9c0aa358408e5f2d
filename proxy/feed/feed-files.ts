/**
 * The port to the files of a feed: a folder on Node, a bucket at the edge.
 *
 * @module
 */

/** A file while it is read. */
export type OpenFile = { bytes: number; body: ReadableStream<Uint8Array> }

export type FeedFiles = {
  /** @returns Undefined for a file that does not exist. */
  read: (name: string) => Promise<Uint8Array<ArrayBuffer> | undefined>
  /** The same in pieces, as fast as they are read. Storage that knows digests leaves out files with another one. */
  open: (name: string) => Promise<OpenFile | undefined>
  /** Replaces a file as a whole: a reader, or a loss of power, sees the old file or the new one. */
  write: (name: string, bytes: Uint8Array) => Promise<void>
  /** Removes a file that may not exist. */
  remove: (name: string) => Promise<void>
}
