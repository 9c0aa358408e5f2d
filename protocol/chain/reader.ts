/**
 * Reads consensus bytes within bounds. Malformed bytes throw a {@link ChainError}.
 *
 * @module
 */
import { bytesToU64, dataView } from '../bytes.ts'

/** Bytes do not match the chain's format, or lack the requested part. */
export class ChainError extends Error {
  override name = 'ChainError'

  /** @param field - The name of the field, in words: `output key`. */
  constructor(field: string, problem: string) {
    super(`${field}: ${problem}`)
  }
}

/**
 * A cursor over bytes. Results are views of them, never copies.
 *
 * Counts are checked against the bytes that are left before anything is allocated for them, so that
 * memory stays within a small multiple of the input.
 */
export class Reader {
  readonly bytes: Uint8Array
  offset: number

  constructor(bytes: Uint8Array, offset = 0) {
    this.bytes = bytes
    this.offset = offset
  }

  /** Bytes not read yet. */
  get left(): number {
    return this.bytes.length - this.offset
  }

  byte(field: string): number {
    const byte = this.bytes[this.offset]
    if (byte === undefined) throw this.short(field, 1)
    this.offset++
    return byte
  }

  /** The next `size` bytes. */
  take(size: number, field: string): Uint8Array {
    const end = this.offset + size
    if (end > this.bytes.length) throw this.short(field, size)
    const part = this.bytes.subarray(this.offset, end)
    this.offset = end
    return part
  }

  /** Passes over the next `size` bytes. @returns Their position. */
  skip(size: number, field: string): number {
    const at = this.offset
    if (at + size > this.bytes.length) throw this.short(field, size)
    this.offset = at + size
    return at
  }

  /** The next `count` keys of 32 bytes each. */
  keys(count: number, field: string): Uint8Array[] {
    if (count * 32 > this.left) throw this.short(field, count * 32)
    const keys = new Array<Uint8Array>(count)
    for (let i = 0; i < count; i++) keys[i] = this.take(32, field)
    return keys
  }

  /** Four bytes, little endian. */
  u32(field: string): number {
    return dataView(this.take(4, field)).getUint32(0, true)
  }

  /** Eight bytes, little endian. */
  u64(field: string): bigint {
    return bytesToU64(this.take(8, field))
  }

  /** A varint of up to 64 bits. */
  varint(field: string): bigint {
    return BigInt(this.#varint(field, 64))
  }

  /** A varint of up to `bits` bits, 49 at most, as a number. */
  smallVarint(field: string, bits: number): number {
    return Number(this.#varint(field, bits))
  }

  /** A varint that counts things of at least `size` bytes each, all still to be read. */
  count(field: string, size: number): number {
    const count = this.#varint(field, 64)
    if (count > this.left / size)
      throw new ChainError(field, `expected ${count} items, got ${this.left} bytes`)
    return Number(count)
  }

  /** Throws unless all bytes were read. */
  end(field: string): void {
    if (this.left !== 0)
      throw new ChainError(field, `expected the end, got ${this.left} more bytes`)
  }

  // A number up to 49 bits, so that the common case allocates nothing; a bigint above.
  #varint(field: string, bits: number): number | bigint {
    let value = 0
    let unit = 1
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte(field)
      if (shift + 7 >= bits && byte >= 2 ** (bits - shift))
        throw new ChainError(field, `varint overflows ${bits} bits`)
      if (byte === 0 && shift > 0) throw new ChainError(field, 'varint is not in its shortest form')
      value += (byte & 0x7f) * unit
      unit *= 128
      if (byte < 0x80) return value
      if (shift === 42) return this.#wideVarint(field, bits, BigInt(value))
    }
  }

  #wideVarint(field: string, bits: number, low: bigint): bigint {
    let value = low
    for (let shift = 49; ; shift += 7) {
      const byte = this.byte(field)
      if (shift + 7 >= bits && byte >= 2 ** (bits - shift))
        throw new ChainError(field, `varint overflows ${bits} bits`)
      if (byte === 0) throw new ChainError(field, 'varint is not in its shortest form')
      value |= BigInt(byte & 0x7f) << BigInt(shift)
      if (byte < 0x80) return value
    }
  }

  private short(field: string, size: number): ChainError {
    return new ChainError(
      field,
      `expected ${size} bytes at offset ${this.offset}, got ${this.left}`,
    )
  }
}
