/**
 * The body of an HTTP answer while it arrives, within bounds of time and size.
 *
 * @module
 */
import { ConnectionError } from '#protocol/daemon/errors.ts'
import type { BodyReader } from '#protocol/upstream.ts'
import type { PostAnswer } from './http-post.ts'
import { systemClock } from './platform.ts'

export type BodyLimits = {
  /** Between two pieces of an answer. */
  pieceMs: number
  /** Largest answer, in bytes. */
  maxBytes: number
}

/** @param late - Aborts the request. It runs while the reader waits for a piece. */
export function bodyReader(
  response: PostAnswer,
  late: Deadline,
  { pieceMs, maxBytes }: BodyLimits,
): BodyReader {
  const reader = response.body?.getReader()
  // A content-length above the limit ends the read at once. A smaller one is not trusted.
  let size = 0
  const length = response.headers.get('content-length')
  const announced = Number(length ?? 0)
  // Then the last byte is known, and a page saves the half millisecond that the end of the stream takes. The length of a
  // compressed body is that of its compressed bytes.
  const isExact = length !== null && response.headers.get('content-encoding') === null
  const cancel = () => {
    late.abort()
    reader?.cancel().catch(() => undefined)
  }
  const tooLarge = () => new ConnectionError(`the daemon's answer is larger than ${maxBytes} bytes`)
  return {
    cancel,
    async read() {
      if (isExact && size === announced) return undefined
      late.extend(pieceMs)
      try {
        if (announced > maxBytes) throw tooLarge()
        const { done = true, value } = (await reader?.read()) ?? {}
        if (done || !value) return undefined
        size += value.length
        if (size > maxBytes) throw tooLarge()
        return value
      } catch (error) {
        cancel()
        throw error
      } finally {
        late.clear()
      }
    },
  }
}

/** All of a body. */
export async function readAll(body: BodyReader): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  for (let piece = await body.read(); piece; piece = await body.read()) {
    pieces.push(piece)
    size += piece.length
  }
  return joined(pieces, size)
}

/** Bytes that are copied in well under a millisecond, even into new memory. */
const copiedAtOnce = 1 << 20

// Pauses so that other tasks can run: an answer can have tens of megabytes.
async function joined(pieces: readonly Uint8Array[], size: number): Promise<Uint8Array> {
  const body = new Uint8Array(size)
  let at = 0
  let pausedAt = 0
  for (const piece of pieces) {
    body.set(piece, at)
    at += piece.length
    if (at - pausedAt < copiedAtOnce) continue
    pausedAt = at
    await systemClock.sleep(0)
  }
  return body
}

/** Aborts when nothing happened for too long. */
export class Deadline {
  readonly #controller = new AbortController()
  #timer: ReturnType<typeof setTimeout>

  constructor(ms: number) {
    this.#timer = setTimeout(() => this.#controller.abort(), ms)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  extend(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#controller.abort(), ms)
  }

  clear(): void {
    clearTimeout(this.#timer)
  }

  abort(): void {
    this.clear()
    this.#controller.abort()
  }
}
