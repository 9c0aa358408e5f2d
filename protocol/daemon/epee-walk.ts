/**
 * Walks over portable storage in the form that monerod writes: positions of values, not the values.
 *
 * The walk covers little of the format on purpose. Any other form throws {@link NotCanonical}, and the caller
 * parses the bytes by the contract, which also reports their errors.
 *
 * @module
 */
import { NeedMoreData } from '../epee/skip.ts'
import { listFlag, types } from '../epee/types.ts'

/** The bytes are not in the form that monerod writes. */
export class NotCanonical extends Error {
  override name = 'NotCanonical'
}

/** Default limits of monero's reader. @see EpeeLimits */
const mostObjects = 0x3_0000
const mostStrings = 0x3_0000
const mostFields = 0x3_0000

/** The ASCII bytes of a member's name. */
export const nameBytes = (name: string): Uint8Array =>
  Uint8Array.from(name, (char) => char.charCodeAt(0))

export class EpeeWalk {
  /** Position of the next byte. */
  at = 0
  #bytes: Uint8Array = new Uint8Array()
  #view: DataView = new DataView(this.#bytes.buffer)
  #objects = 0
  #strings = 0
  #fields = 0
  readonly #isWhole: boolean

  /** @param isWhole - False while the end of the bytes has not arrived: then it throws {@link NeedMoreData}. */
  constructor(isWhole: boolean) {
    this.#isWhole = isWhole
  }

  /** Continues in `bytes`, at a position. */
  over(bytes: Uint8Array, at: number): this {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.at = at
    return this
  }

  /** Whether it passed more than monero's reader accepts. */
  get isOverLimit(): boolean {
    return this.#objects > mostObjects || this.#strings > mostStrings || this.#fields > mostFields
  }

  /** The number of members of an object. */
  members(): number {
    const count = this.size()
    this.#fields += count
    return count
  }

  /** Reads each object of a list that has its type before it. */
  objects(read: () => void): void {
    if (this.byte() !== (types.object | listFlag)) throw new NotCanonical()
    this.objectItems(read)
  }

  /** Reads each object of a list whose type was read. */
  objectItems(read: () => void): void {
    for (let left = this.size(); left > 0; left--) {
      this.#objects++
      read()
    }
  }

  /** Passes `size` bytes. @returns The position of the first. */
  take(size: number): number {
    const start = this.at
    if (size > this.#bytes.length - start)
      throw this.#isWhole ? new NotCanonical() : new NeedMoreData()
    this.at = start + size
    return start
  }

  byte(): number {
    return this.#bytes[this.take(1)]!
  }

  /** A count: its two low bits are the logarithm of its width. */
  size(): number {
    const first = this.byte()
    const width = first & 3
    if (width === 0) return first >>> 2
    const start = this.take((1 << width) - 1) - 1
    if (width === 1) return this.#view.getUint16(start, true) >>> 2
    if (width === 2) return this.#view.getUint32(start, true) >>> 2
    throw new NotCanonical()
  }

  /** Whether the next bytes are `name`, whose length was read. Passes as many bytes either way. */
  isNamed(name: Uint8Array): boolean {
    const start = this.take(name.length)
    for (let i = 0; i < name.length; i++) if (this.#bytes[start + i] !== name[i]) return false
    return true
  }

  /** A name of ASCII. */
  name(): string {
    return this.#ascii(this.take(this.byte()))
  }

  asciiString(): string {
    return this.#ascii(this.string())
  }

  /** Passes a string. @returns Its position; it ends at {@link at}. */
  string(): number {
    if (this.byte() !== types.string) throw new NotCanonical()
    return this.stringItem()
  }

  /** The same for a string whose type was read. */
  stringItem(): number {
    this.#strings++
    return this.take(this.size())
  }

  u64(): bigint {
    if (this.byte() !== types.u64) throw new NotCanonical()
    return this.#view.getBigUint64(this.take(8), true)
  }

  bool(): boolean {
    if (this.byte() !== types.bool) throw new NotCanonical()
    const byte = this.byte()
    if (byte > 1) throw new NotCanonical()
    return byte === 1
  }

  #ascii(start: number): string {
    let text = ''
    for (let at = start; at < this.at; at++) {
      if (this.#bytes[at]! >= 0x80) throw new NotCanonical()
      text += String.fromCharCode(this.#bytes[at]!)
    }
    return text
  }
}
