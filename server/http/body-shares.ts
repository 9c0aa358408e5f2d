/**
 * Bodies of answers that are being sent, each counted once for all clients that receive it.
 *
 * @module
 */
export class BodyShares {
  /** Weak: after many removals, the old tables of a map would keep bodies in memory. */
  readonly #senders = new WeakMap<ArrayBufferLike, number>()
  #bytes = 0

  /** Bytes of all bodies. */
  get bytes(): number {
    return this.#bytes
  }

  /** Counts one more sender of a body. */
  add(body: ArrayBufferLike | undefined) {
    if (!body) return
    const before = this.#senders.get(body) ?? 0
    if (before === 0) this.#bytes += body.byteLength
    this.#senders.set(body, before + 1)
  }

  /** Counts one sender less. */
  remove(body: ArrayBufferLike | undefined) {
    if (!body) return
    const left = this.#senders.get(body)! - 1
    if (left > 0) return void this.#senders.set(body, left)
    this.#senders.delete(body)
    this.#bytes -= body.byteLength
  }

  /** The bytes of a body, divided by its senders. */
  shareOf(body: ArrayBufferLike | undefined): number {
    return body ? body.byteLength / this.#senders.get(body)! : 0
  }
}
