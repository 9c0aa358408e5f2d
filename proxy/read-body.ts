/**
 * Bodies, read no further than allowed.
 *
 * @module
 */
import { joinBytes } from '#protocol/join-bytes.ts'

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
