/**
 * ChaCha20, and HChaCha20, which derives a key from a key and the beginning of a long nonce.
 *
 * No branch or address depends on a secret: there are no data-dependent ones.
 *
 * @see RFC 8439, section 2; draft-irtf-cfrg-xchacha-03, section 2
 * @module
 */
import { alloc, mark, release } from '../memory.ts'

/** Bytes of a state: sixteen words. */
const BLOCK: usize = 64

/** "expand 32-byte k" */
const constants: usize = memory.data<u32>([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574])

/** A quarter round of four words. */
function quarter(a: usize, b: usize, c: usize, d: usize): void {
  let x = load<u32>(a)
  let y = load<u32>(b)
  let z = load<u32>(c)
  let w = load<u32>(d)
  x += y
  w = rotl(w ^ x, 16)
  z += w
  y = rotl(y ^ z, 12)
  x += y
  w = rotl(w ^ x, 8)
  z += w
  y = rotl(y ^ z, 7)
  store<u32>(a, x)
  store<u32>(b, y)
  store<u32>(c, z)
  store<u32>(d, w)
}

/** Twenty rounds over a state: columns and diagonals alternately. */
function rounds(s: usize): void {
  for (let i = 0; i < 10; i++) {
    for (let column: usize = 0; column < 16; column += 4)
      quarter(s + column, s + column + 16, s + column + 32, s + column + 48)
    quarter(s, s + 20, s + 40, s + 60)
    quarter(s + 4, s + 24, s + 44, s + 48)
    quarter(s + 8, s + 28, s + 32, s + 52)
    quarter(s + 12, s + 16, s + 36, s + 56)
  }
}

/** o = the 32-byte key for nonces that begin with these 16 bytes. */
export function hchacha20(o: usize, key: usize, nonce: usize): void {
  const from = mark()
  const s = alloc(BLOCK)
  memory.copy(s, constants, 16)
  memory.copy(s + 16, key, 32)
  memory.copy(s + 48, nonce, 16)
  rounds(s)
  memory.copy(o, s, 16)
  memory.copy(o + 16, s + 48, 16)
  release(from)
}

/** data = data xor the key stream from block `counter` on. @param nonce - 12 bytes. */
export function chacha20(data: usize, length: usize, key: usize, nonce: usize, counter: u32): void {
  const from = mark()
  const first = alloc(BLOCK)
  const s = alloc(BLOCK)
  memory.copy(first, constants, 16)
  memory.copy(first + 16, key, 32)
  memory.copy(first + 52, nonce, 12)
  for (let at: usize = 0; at < length; at += BLOCK) {
    store<u32>(first, counter++, 48)
    memory.copy(s, first, BLOCK)
    rounds(s)
    for (let i: usize = 0; i < BLOCK; i += 4)
      store<u32>(s + i, load<u32>(s + i) + load<u32>(first + i))
    const size = min(BLOCK, length - at)
    for (let i: usize = 0; i < size; i++)
      store<u8>(data + at + i, load<u8>(data + at + i) ^ load<u8>(s + i))
  }
  release(from)
}
