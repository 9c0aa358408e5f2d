/**
 * Randomness that can be repeated.
 *
 * @module
 */
import { keccak_256, keccakP } from '@noble/hashes/sha3.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { RandomBytes } from '#wasm/types.ts'

/** The same bytes for the same seed: Keccak of the seed and a counter. */
export function seededRandom(seed: number | string): RandomBytes {
  const key = keccak_256(utf8ToBytes(`${seed}`))
  let blocks = 0
  let rest: Uint8Array = new Uint8Array()
  return (length) => {
    while (rest.length < length) {
      const counter = Uint8Array.of(blocks, blocks >> 8, blocks >> 16, blocks >> 24)
      rest = concatBytes(rest, keccak_256(concatBytes(key, counter)))
      blocks++
    }
    const bytes = rest.slice(0, length)
    rest = rest.subarray(length)
    return bytes
  }
}

/** Bytes of the Keccak state that one permutation yields. */
const dataArea = 136

/**
 * The generator that monero's own crypto tests draw from: its state begins as 42 throughout.
 *
 * @see monero src/crypto/random.c generate_random_bytes_not_thread_safe
 * @see monero tests/crypto/random.c setup_random
 */
export function moneroTestRandom(): RandomBytes {
  const state = new Uint8Array(200).fill(42)
  return (length) => {
    const bytes = new Uint8Array(length)
    for (let at = 0; at < length; at += dataArea) {
      keccakP(new Uint32Array(state.buffer))
      bytes.set(state.subarray(0, Math.min(dataArea, length - at)), at)
    }
    return bytes
  }
}
