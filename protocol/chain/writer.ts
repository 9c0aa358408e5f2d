/**
 * Collects consensus bytes.
 *
 * @module
 */
import { joinBytes, u64ToBytes } from '../bytes.ts'
import { ChainError } from './reader.ts'
import { varint } from './varint.ts'

/** Parts in writing order; {@link Writer.bytes} joins them once. */
export class Writer {
  readonly #parts: Uint8Array[] = []

  byte(value: number): this {
    this.#parts.push(Uint8Array.of(value))
    return this
  }

  varint(value: bigint | number): this {
    this.#parts.push(varint(value))
    return this
  }

  /** Four bytes, little endian. */
  u32(value: number): this {
    this.#parts.push(Uint8Array.of(value, value >>> 8, value >>> 16, value >>> 24))
    return this
  }

  /** Eight bytes, little endian. */
  u64(value: bigint): this {
    return this.raw(u64ToBytes(value))
  }

  /** Bytes, unchanged. */
  raw(bytes: Uint8Array): this {
    this.#parts.push(bytes)
    return this
  }

  /** Bytes of a size that the format fixes. */
  fixed(bytes: Uint8Array, size: number, field: string): this {
    if (bytes.length !== size)
      throw new ChainError(field, `expected ${size} bytes, got ${bytes.length}`)
    this.#parts.push(bytes)
    return this
  }

  key(bytes: Uint8Array, field: string): this {
    return this.fixed(bytes, 32, field)
  }

  /** Keys without their number, which the format fixes and `count` checks. */
  keys(keys: readonly Uint8Array[], count: number, field: string): this {
    if (keys.length !== count) throw new ChainError(field, `expected ${count}, got ${keys.length}`)
    for (const key of keys) this.key(key, field)
    return this
  }

  bytes(): Uint8Array {
    return joinBytes(this.#parts)
  }
}
