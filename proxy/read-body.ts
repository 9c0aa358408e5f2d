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
  if (!source.body) return new Uint8Array()
  const reader = source.body.getReader()
  const pieces: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return joinBytes(pieces)
    length += value.length
    if (length > limit) {
      await reader.cancel()
      return undefined
    }
    pieces.push(value)
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
