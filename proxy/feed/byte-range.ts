/**
 * Parts of a file, as HTTP requests them.
 *
 * @module
 * @see RFC 9110 section 14
 */

/** Positions of the first and of the last byte. */
export type ByteRange = { first: number; last: number }

/**
 * The range of a request. A server may ignore the header, and sends the whole file then: so it does for several ranges,
 * and for those without a beginning or an end, which readers of the feed do not send.
 *
 * @param header - `Range`; undefined without one.
 */
export function rangeOf(header: string | undefined): ByteRange | undefined {
  const [, first, last] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(header ?? '') ?? []
  if (last === undefined || Number(first) > Number(last)) return undefined
  return { first: Number(first), last: Number(last) }
}

/** The range, if a file has it. @param bytes - Length of the file. */
export const rangeIn = (range: ByteRange | undefined, bytes: number): ByteRange | undefined =>
  range && range.last < bytes ? range : undefined

/** Value of `Content-Range`. @param bytes - Length of the file. */
export const contentRange = ({ first, last }: ByteRange, bytes: number): string =>
  `bytes ${first}-${last}/${bytes}`
