/**
 * Keeps answers up to a number of bytes, and drops the least recently used first.
 *
 * A `Map` has the order of insertion, so that no library is needed.
 *
 * @module
 */

type Kept<T> = {
  value: T
  bytes: number
  stamp: string
  /** Milliseconds of the clock of `nowMs`. */
  untilMs: number
}

/** Bytes of memory that an answer needs beside its own, about. */
const bytesBeside = 512

export class KeptAnswers<T> {
  readonly #mostBytes: number
  readonly #nowMs: () => number
  /** The one used last is at the end. */
  readonly #kept = new Map<string, Kept<T>>()
  #bytes = 0
  #evictions = 0

  /** @param nowMs - Milliseconds of a monotonic clock. */
  constructor(mostBytes: number, nowMs: () => number) {
    this.#mostBytes = mostBytes
    this.#nowMs = nowMs
  }

  /** Bytes of all answers. */
  get bytes(): number {
    return this.#bytes
  }

  /** Number of answers. */
  get size(): number {
    return this.#kept.size
  }

  /** Number of answers that were dropped for others. */
  get evictions(): number {
    return this.#evictions
  }

  /** An answer that is still true. One that is not is dropped. */
  find(key: string, stamp: string): T | undefined {
    const kept = this.#kept.get(key)
    if (!kept) return undefined
    this.#drop(key, kept)
    if (kept.stamp !== stamp || this.#nowMs() >= kept.untilMs) return undefined
    this.#add(key, kept)
    return kept.value
  }

  /** @param length - Of the answer, in bytes. */
  keep(key: string, value: T, length: number, stamp: string, untilMs: number) {
    const former = this.#kept.get(key)
    if (former) this.#drop(key, former)
    const bytes = length + key.length + bytesBeside
    if (bytes > this.#mostBytes || this.#nowMs() >= untilMs) return
    this.#add(key, { value, bytes, stamp, untilMs })
    for (const [oldest, kept] of this.#kept) {
      if (this.#bytes <= this.#mostBytes) return
      this.#drop(oldest, kept)
      this.#evictions++
    }
  }

  #add(key: string, kept: Kept<T>) {
    this.#kept.set(key, kept)
    this.#bytes += kept.bytes
  }

  #drop(key: string, { bytes }: Kept<T>) {
    this.#kept.delete(key)
    this.#bytes -= bytes
  }
}
