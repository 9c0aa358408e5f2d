/**
 * Writes archives whose structure is right, except where the draw lies: counts that are too large or too small, varints
 * in more bytes than needed or above 64 bits, an end that comes early or late.
 *
 * @module
 */
import { concatBytes } from '@noble/hashes/utils.js'
import { varint } from '#protocol/chain/varint.ts'
import { numberEdges } from '../mutation/mutate-bytes.ts'
import type { Draw } from './draw.ts'

export class HostileWriter {
  readonly draw: Draw
  readonly #pieces: Uint8Array[] = []

  constructor(draw: Draw) {
    this.draw = draw
  }

  raw(...pieces: Uint8Array[]): this {
    this.#pieces.push(...pieces)
    return this
  }

  byte(value: number): this {
    const { draw } = this
    return this.raw(Uint8Array.of(draw.lies() ? draw.below(256) : value))
  }

  varint(value: bigint | number): this {
    const { draw } = this
    if (!draw.lies()) return this.raw(varint(value))
    if (draw.oneIn(2)) return this.raw(draw.pick(numberEdges))
    // The same number with a needless byte of zero.
    const written = varint(value)
    written[written.length - 1]! |= 0x80
    return this.raw(written, Uint8Array.of(0))
  }

  u64(value = this.draw.u64()): this {
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setBigUint64(0, value, true)
    return this.raw(bytes)
  }

  u32(value: number): this {
    const bytes = new Uint8Array(4)
    new DataView(bytes.buffer).setUint32(
      0,
      this.draw.lies() ? this.draw.below(2 ** 32) : value,
      true,
    )
    return this.raw(bytes)
  }

  key(): this {
    return this.raw(this.draw.key())
  }

  keys(count: number): this {
    for (let left = count; left > 0; left--) this.key()
    return this
  }

  /** 0 or 1. */
  flag(): this {
    return this.byte(this.draw.below(2))
  }

  /** Items after their number, which is not always right. */
  list(count: number, write: (index: number) => void): this {
    const { draw } = this
    this.varint(draw.lies() ? Math.max(0, count + draw.below(3) - 1) : count)
    for (let index = 0; index < count; index++) write(index)
    return this
  }

  /** Bytes after their length. */
  sized(bytes: Uint8Array): this {
    return this.varint(bytes.length).raw(bytes)
  }

  bytes(): Uint8Array {
    return concatBytes(...this.#pieces)
  }

  /** All bytes; where the draw lies, cut or with more behind them. */
  finish(): Uint8Array {
    const { draw } = this
    const bytes = this.bytes()
    if (!draw.lies()) return bytes
    return draw.oneIn(2)
      ? bytes.subarray(0, draw.below(bytes.length + 1))
      : concatBytes(bytes, draw.bytes(1 + draw.below(40)))
  }
}
