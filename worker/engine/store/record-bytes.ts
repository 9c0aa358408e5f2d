/**
 * Sequential reader and writer of bytes, for the record codec.
 *
 * @module
 */

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
    const bytes = this.#take(8)
    let value = 0n
    for (let i = 7; i >= 0; i--) value = (value << 8n) | BigInt(bytes[i]!)
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
    return this.#take(this.varint())
  }

  #take(length: number) {
    const end = this.#at + length
    if (end > this.#bytes.length) throw tooShort()
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }
}
