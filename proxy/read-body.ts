/**
 * Reads bodies up to a limit.
 *
 * @module
 */
import { joinBytes } from '#protocol/bytes.ts'

/** The whole body; undefined, and the rest unread, when it is longer than `limit` bytes. */
export async function readBody(
  source: { body: ReadableStream<Uint8Array> | null; headers?: Headers },
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (Number(source.headers?.get('content-length') ?? 0) > limit) return undefined
  return readBodyUpTo(source.body, limit, () => limit)
}

/**
 * The whole body of a request whose limit follows from its beginning.
 *
 * @param beginning - Bytes that are read of any body.
 * @param limitOf - The limit of a longer body, from the pieces read so far.
 * @returns Undefined, and the rest unread, when it is longer than its limit.
 */
export async function readBodyUpTo(
  body: ReadableStream<Uint8Array> | null,
  beginning: number,
  limitOf: (pieces: readonly Uint8Array[]) => number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!body) return new Uint8Array()
  const reader = body.getReader()
  const pieces: Uint8Array[] = []
  let length = 0
  let limit: number | undefined
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return joinBytes(pieces)
    length += value.length
    pieces.push(value)
    if (length > beginning) limit ??= limitOf(pieces)
    if (limit !== undefined && length > limit) {
      await reader.cancel()
      return undefined
    }
  }
}

/**
 * The whole body of a request; undefined when it is longer than `limit` bytes. A body of a known length
 * is read at once, without a stream.
 */
export async function readRequest(
  raw: Request,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const announced = raw.headers.get('content-length')
  if (announced === '0' || (announced === null && raw.method === 'GET')) return new Uint8Array()
  if (announced === null || Number(announced) > limit) return readBody(raw, limit)
  return new Uint8Array(await raw.arrayBuffer())
}
