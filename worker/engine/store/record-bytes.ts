/**
 * Sequential reader and writer of bytes, for the record codec.
 *
 * @module
 */

/** Bytes of a text that is read without a decoder. */
const longestShort = 128

const tooShort = () => new RangeError('record: cut short')

export class ByteWriter {
  #bytes = new Uint8Array(256)
  #length = 0

  byte(value: number): void {
    this.#reserve(1)
    this.#bytes[this.#length++] = value
  }

  /** LEB128. @throws {RangeError} Unless `value` is an integer from 0 to 2^53 - 1. */
  varint(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0)
      throw new RangeError('record: a number must be a whole one, from 0 to 2^53 - 1')
    let rest = value
    while (rest >= 0x80) {
      this.byte((rest % 0x80) | 0x80)
      rest = Math.floor(rest / 0x80)
    }
    this.byte(rest)
  }

  /** 8 bytes, little endian. @throws {RangeError} Unless `value` is a u64. */
  u64(value: bigint): void {
    if (BigInt.asUintN(64, value) !== value) throw new RangeError('record: a bigint must be a u64')
    for (let shift = 0n; shift < 64n; shift += 8n) this.byte(Number((value >> shift) & 0xffn))
  }

  /** The length, then the bytes. */
  sized(bytes: Uint8Array): void {
    this.varint(bytes.length)
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  /** The written bytes. The writer's buffer is wiped, since records contain keys. */
  finish(): Uint8Array {
    const written = this.#bytes.slice(0, this.#length)
    this.#bytes.fill(0)
    return written
  }

  #reserve(more: number) {
    if (this.#length + more <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more))
    larger.set(this.#bytes)
    this.#bytes.fill(0)
    this.#bytes = larger
  }
}

export class ByteReader {
  readonly #bytes: Uint8Array
  #at: number

  /** @param from - Where to begin. */
  constructor(bytes: Uint8Array, from = 0) {
    this.#bytes = bytes
    this.#at = from
  }

  get atEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  byte(): number {
    const value = this.#bytes[this.#at++]
    if (value === undefined) throw tooShort()
    return value
  }

  varint(): number {
    let value = 0
    let factor = 1
    for (;;) {
      const byte = this.byte()
      value += (byte & 0x7f) * factor
      if (!Number.isSafeInteger(value)) throw new RangeError('record: number above 2^53 - 1')
      if (byte < 0x80) return value
      factor *= 0x80
    }
  }

  u64(): bigint {
    const start = this.#pass(8)
    let value = 0n
    for (let i = 7; i >= 0; i--) value = (value << 8n) | BigInt(this.#bytes[start + i]!)
    return value
  }

  /** A number of items to follow, each of at least one byte. */
  count(): number {
    const count = this.varint()
    if (count > this.#bytes.length - this.#at) throw tooShort()
    return count
  }

  /** A view of length-prefixed bytes. */
  sized(): Uint8Array {
    const start = this.#pass(this.varint())
    return this.#bytes.subarray(start, this.#at)
  }

  /** A copy of length-prefixed bytes. */
  sizedCopy(): Uint8Array {
    const start = this.#pass(this.varint())
    return this.#bytes.slice(start, this.#at)
  }

  /**
   * Length-prefixed bytes as a short text of ASCII, without a decoder: names and keys of tens of thousands of records are
   * such texts.
   *
   * @returns Undefined, and nothing is read, where they are not one.
   */
  shortAscii(): string | undefined {
    const start = this.#at
    const length = this.varint()
    if (length <= longestShort) {
      const from = this.#pass(length)
      let text = ''
      for (let at = from; at < this.#at; at++) {
        const code = this.#bytes[at]!
        if (code > 0x7f) break
        text += String.fromCharCode(code)
      }
      if (text.length === length) return text
    }
    this.#at = start
    return undefined
  }

  /** @returns The position before the passed bytes. */
  #pass(length: number): number {
    const start = this.#at
    const end = start + length
    if (end > this.#bytes.length) throw tooShort()
    this.#at = end
    return start
  }
}
