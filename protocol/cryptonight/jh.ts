/**
 * JH-256, in the nibbles of its specification. It hashes 200 bytes once per CryptoNight hash, so clarity
 * matters more than speed.
 *
 * @module
 * @see "The Hash Function JH", Hongjun Wu, 2011
 */
import { hexToBytes } from '@noble/hashes/utils.js'

const blockSize = 64

const sBoxes = [
  [9, 0, 4, 11, 13, 12, 3, 15, 1, 10, 2, 6, 7, 5, 8, 14],
  [3, 12, 6, 13, 5, 7, 1, 9, 15, 2, 0, 4, 11, 10, 14, 8],
] as const

/** Round constant 0: the fraction of the square root of two. */
const firstConstant = nibbles(
  hexToBytes('6a09e667f3bcc908b2fb1366ea957d3e3adec17512775099da2f590b0667322a'),
)

/** The 32-byte hash. */
export function jh256(message: Uint8Array): Uint8Array {
  const h = new Uint8Array(2 * blockSize)
  // The output's size in bits, big endian.
  h[0] = 1
  compress(h, new Uint8Array(blockSize))
  const padded = pad(message)
  for (let at = 0; at < padded.length; at += blockSize)
    compress(h, padded.subarray(at, at + blockSize))
  return h.slice(-32)
}

/** A one bit, zeros, and the length in bits, big endian; the length has a block of its own. */
function pad(message: Uint8Array): Uint8Array {
  const blocks = Math.ceil(message.length / blockSize) + 1
  const padded = new Uint8Array(blocks * blockSize)
  padded.set(message)
  padded[message.length] = 0x80
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(message.length) * 8n)
  return padded
}

/** F8. */
function compress(h: Uint8Array, block: Uint8Array) {
  for (let i = 0; i < blockSize; i++) h[i]! ^= block[i]!
  permute(h)
  for (let i = 0; i < blockSize; i++) h[blockSize + i]! ^= block[i]!
}

/** E8: 42 rounds over 256 nibbles. */
function permute(h: Uint8Array) {
  let state = group(h)
  let constant: Uint8Array = firstConstant
  for (let i = 0; i < 42; i++) {
    const bits = constant
    state = round(state, (at) => (bits[at >> 2]! >> (3 - (at & 3))) & 1)
    constant = round(constant, () => 0)
  }
  ungroup(state, h)
}

/** R8 and R6: substitute, mix pairs, permute. `box` says which S-box a nibble goes through. */
function round(state: Uint8Array, box: (at: number) => number): Uint8Array {
  const mixed = state.map((nibble, at) => sBoxes[box(at)]![nibble]!)
  for (let at = 0; at < mixed.length; at += 2) {
    mixed[at + 1]! ^= times2(mixed[at]!)
    mixed[at]! ^= times2(mixed[at + 1]!)
  }
  const half = state.length / 2
  const next = new Uint8Array(state.length)
  for (let at = 0; at < mixed.length; at++) {
    // π swaps the last two of four, P' parts even from odd places, φ swaps pairs in the upper half.
    const swapped = at & 2 ? at ^ 1 : at
    const parted = (swapped >> 1) + (swapped & 1 ? half : 0)
    next[parted >= half ? parted ^ 1 : parted] = mixed[at]!
  }
  return next
}

/** Doubles in the field of 16 elements. */
const times2 = (nibble: number) => ((nibble << 1) ^ (nibble >> 3) ^ ((nibble >> 2) & 2)) & 15

const bit = (bytes: Uint8Array, at: number) => (bytes[at >> 3]! >> (7 - (at & 7))) & 1

/** Index of the nibble that consists of bits i, i + 256, i + 512 and i + 768. */
const placeOf = (i: number) => (i < 128 ? 2 * i : 2 * (i - 128) + 1)

function group(h: Uint8Array): Uint8Array {
  const state = new Uint8Array(256)
  for (let i = 0; i < 256; i++)
    state[placeOf(i)] =
      (bit(h, i) << 3) | (bit(h, i + 256) << 2) | (bit(h, i + 512) << 1) | bit(h, i + 768)
  return state
}

function ungroup(state: Uint8Array, h: Uint8Array) {
  h.fill(0)
  for (let i = 0; i < 256; i++)
    for (let part = 0; part < 4; part++) {
      const at = i + part * 256
      h[at >> 3]! |= ((state[placeOf(i)]! >> (3 - part)) & 1) << (7 - (at & 7))
    }
}

function nibbles(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from([...bytes].flatMap((byte) => [byte >> 4, byte & 15]))
}
