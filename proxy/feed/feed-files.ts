/**
 * The port to the files of a feed: a folder on Node, a bucket at the edge.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import type { ByteRange } from './byte-range.ts'

/** A file while it is read. `bytes`: its length; `range`: what `body` has, undefined for all of it. */
export type OpenFile = { bytes: number; range?: ByteRange; body: ReadableStream<Uint8Array> }

export type FeedFiles = {
  /** @returns Undefined for a file that does not exist. */
  read: (name: string) => Promise<Uint8Array<ArrayBuffer> | undefined>
  /**
   * The same in pieces, as fast as they are read. Storage that knows digests leaves out files with another one.
   *
   * @param range - The part to read. Of a file that does not have it, all is read.
   */
  open: (name: string, range?: ByteRange) => Promise<OpenFile | undefined>
  /** Replaces a file as a whole: a reader, or a loss of power, sees the old file or the new one. */
  write: (name: string, bytes: Uint8Array) => Promise<void>
  /** Removes a file that may not exist. */
  remove: (name: string) => Promise<void>
}

/** The bytes of a file, if they have the digest. */
export async function verified(
  files: Pick<FeedFiles, 'read'>,
  name: string,
  digest: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const bytes = await files.read(name)
  return bytes && (await digestOf(bytes)) === digest ? bytes : undefined
}

/** SHA-256 in hex. */
export const digestOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
