/**
 * Responses that write a long body in slices, each one when the slice before it has left.
 *
 * @module
 */
import { ServerResponse, type IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'

/** Bytes written at once. The body itself is not copied, but TLS keeps what it encrypts once for each connection. */
const sliceBytes = { plain: 64 * 1024, tls: 16 * 1024 }

/**
 * The response class of a server. A body that many clients receive is in memory once, also with TLS: written at once,
 * it would be encrypted as a whole for each of them.
 *
 * @see node src/crypto/crypto_tls.cc TLSWrap::DoWrite
 */
export class SlicedResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  #body: Uint8Array | undefined

  /** The memory of the body while it is written in slices. Equal for all responses that send the same bytes. */
  get bodyBuffer(): ArrayBufferLike | undefined {
    return this.#body?.buffer
  }

  /** Bytes in memory for this response alone, beside `bodyBuffer`. */
  get ownBytes(): number {
    const isView = this.#body !== undefined && !this.#isEncrypted
    return isView ? 0 : this.writableLength
  }

  /** @throws Error if a long body is being written. */
  override end(...args: [body?: unknown, ...rest: unknown[]]): this {
    if (this.#body) throw new Error('end was called twice')
    const [body, ...rest] = args
    const isLong =
      (typeof body === 'string' || body instanceof Uint8Array) && body.length > sliceBytes.plain
    if (!isLong) return super.end(...(args as Parameters<ServerResponse['end']>))
    const [encoding] = rest.filter((value) => typeof value === 'string')
    const [done] = rest.filter((value) => typeof value === 'function')
    this.#body = typeof body === 'string' ? Buffer.from(body, encoding as BufferEncoding) : body
    if (!this.headersSent && !this.hasHeader('content-length'))
      this.setHeader('content-length', this.#body.length)
    this.once('close', () => (this.#body = undefined))
    this.#writeFrom(0, done as (() => void) | undefined)
    return this
  }

  get #isEncrypted(): boolean {
    return this.req.socket instanceof TLSSocket
  }

  #writeFrom(start: number, done?: () => void) {
    const body = this.#body!
    const step = this.#isEncrypted ? sliceBytes.tls : sliceBytes.plain
    for (let at = start; at < body.length;) {
      const slice = body.subarray(at, at + step)
      at += slice.length
      if (!this.write(slice) && at < body.length)
        return void this.once('drain', () => this.#writeFrom(at, done))
    }
    super.end(done)
  }
}
