/**
 * Bodies, read no further than allowed.
 *
 * @module
 */

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
    if (done) return joined(pieces, length)
    length += value.length
    if (length > limit) {
      await reader.cancel()
      return undefined
    }
    pieces.push(value)
  }
}

function joined(pieces: readonly Uint8Array[], length: number) {
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
