/**
 * Skips values of portable storage that may be incomplete, without reading their content.
 *
 * @module
 */
import { EpeeError } from './reader.ts'
import { fixedSizes, listFlag, types } from './types.ts'

/** A value ends after the last byte received. */
export class NeedMoreData extends Error {
  override name = 'NeedMoreData'
}

/** Nesting depth, above that of monero's reader. @see EpeeReader */
const deepest = 32

/** A cursor that moves by whole values. Every step throws {@link NeedMoreData} at the end of the bytes. */
export class EpeeSkip {
  at: number
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.at = at
  }

  /** The next byte, without moving. */
  peek(): number {
    if (this.at >= this.#bytes.length) throw new NeedMoreData()
    return this.#bytes[this.at]!
  }

  byte(): number {
    const byte = this.peek()
    this.at++
    return byte
  }

  /** A count: its two low bits encode its size in bytes. */
  size(): number {
    const width = 1 << (this.peek() & 3)
    const start = this.at
    this.#pass(width)
    let size = 0
    for (let i = width - 1; i >= 0; i--) size = size * 256 + this.#bytes[start + i]!
    return Math.floor(size / 4)
  }

  name(): string {
    const length = this.byte()
    const start = this.at
    this.#pass(length)
    let name = ''
    for (let i = start; i < this.at; i++) name += String.fromCharCode(this.#bytes[i]!)
    return name
  }

  /**
   * The value of an entry, with the type before it.
   *
   * @returns The number of items of a list; 0 for other types.
   * @throws EpeeError for unknown types.
   */
  entry(depth = 0): number {
    const type = this.byte()
    if (type & listFlag) return this.#list(type & ~listFlag, depth)
    if (type === types.array) return this.#list(this.byte() & ~listFlag, depth)
    this.#value(type, depth)
    return 0
  }

  /** An object. @returns The number of items of its list `counted`. */
  object(counted: string, depth = 0): number {
    if (depth > deepest) throw new EpeeError('nested too deeply', this.at)
    let count = 0
    for (let left = this.size(); left > 0; left--) {
      const isCounted = this.#isName(counted)
      const items = this.entry(depth)
      if (isCounted) count += items
    }
    return count
  }

  #list(type: number, depth: number): number {
    const count = this.size()
    const width = fixedSizes[type]
    if (width !== undefined) this.#pass(count * width)
    else for (let left = count; left > 0; left--) this.#value(type, depth)
    return count
  }

  #value(type: number, depth: number) {
    const width = fixedSizes[type]
    if (width !== undefined) this.#pass(width)
    else if (type === types.string) this.#pass(this.size())
    else if (type === types.object) this.object('', depth + 1)
    else throw new EpeeError(`unknown type ${type}`, this.at)
  }

  // No name is empty, so '' counts nothing.
  #isName(name: string): boolean {
    const length = this.byte()
    const start = this.at
    this.#pass(length)
    if (length !== name.length) return false
    for (let i = 0; i < length; i++) if (this.#bytes[start + i] !== name.charCodeAt(i)) return false
    return true
  }

  #pass(size: number) {
    if (size > this.#bytes.length - this.at) throw new NeedMoreData()
    this.at += size
  }
}
