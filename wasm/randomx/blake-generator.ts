/**
 * BlakeGenerator: the pseudo-random numbers that generate SuperscalarHash programs.
 *
 * @module
 * @see RandomX specs.md, 3.5
 */
import { blake2b } from '@noble/hashes/blake2.js'

const size = 64

export class BlakeGenerator {
  #state: Uint8Array
  #at = size

  /** @param key - Up to 60 bytes. */
  constructor(key: Uint8Array) {
    this.#state = new Uint8Array(size)
    this.#state.set(key)
  }

  byte(): number {
    this.#need(1)
    return this.#state[this.#at++]!
  }

  u32(): number {
    this.#need(4)
    const value = new DataView(this.#state.buffer).getUint32(this.#at, true)
    this.#at += 4
    return value
  }

  #need(count: number) {
    if (this.#at + count <= size) return
    this.#state = blake2b(this.#state, { dkLen: size }).slice()
    this.#at = 0
  }
}
