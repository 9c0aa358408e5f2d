/**
 * Field elements as 32 little-endian bytes, and the tests on those bytes.
 *
 * @module
 */
import { settle } from './field-multiply.ts'
import { fieldScratch } from '../memory.ts'

function fromWords(o: usize, w0: u64, w1: u64, w2: u64, w3: u64): void {
  const even: u64 = 0x3ffffff
  const odd: u64 = 0x1ffffff
  settle(
    o,
    w0 & even,
    (w0 >> 26) & odd,
    ((w0 >> 51) | (w1 << 13)) & even,
    (w1 >> 13) & odd,
    w1 >> 38,
    w2 & odd,
    (w2 >> 25) & even,
    ((w2 >> 51) | (w3 << 13)) & odd,
    (w3 >> 12) & even,
    w3 >> 38,
  )
}

/** The element of 32 little-endian bytes; the topmost bit is ignored. */
export function fromBytes(o: usize, bytes: usize): void {
  const top = load<u64>(bytes, 24) & 0x7fffffffffffffff
  fromWords(o, load<u64>(bytes), load<u64>(bytes, 8), load<u64>(bytes, 16), top)
}

/** The element of 32 little-endian bytes, all 256 bits of them. */
export function fromAllBytes(o: usize, bytes: usize): void {
  const top = load<u64>(bytes, 24)
  fromWords(o, load<u64>(bytes), load<u64>(bytes, 8), load<u64>(bytes, 16), top)
}

/** Writes the element, between 0 and p - 1, as 32 little-endian bytes. Accepts the sum of two settled ones. */
export function toBytes(bytes: usize, f: usize): void {
  let h0: i64 = load<i32>(f)
  let h1: i64 = load<i32>(f, 4)
  let h2: i64 = load<i32>(f, 8)
  let h3: i64 = load<i32>(f, 12)
  let h4: i64 = load<i32>(f, 16)
  let h5: i64 = load<i32>(f, 20)
  let h6: i64 = load<i32>(f, 24)
  let h7: i64 = load<i32>(f, 28)
  let h8: i64 = load<i32>(f, 32)
  let h9: i64 = load<i32>(f, 36)
  // q = floor(h / p): -1, 0 or 1. Carrying h + 19·q and dropping bit 255 subtracts q·p.
  let q = (19 * h9 + (1 << 24)) >> 25
  q = (h0 + q) >> 26
  q = (h1 + q) >> 25
  q = (h2 + q) >> 26
  q = (h3 + q) >> 25
  q = (h4 + q) >> 26
  q = (h5 + q) >> 25
  q = (h6 + q) >> 26
  q = (h7 + q) >> 25
  q = (h8 + q) >> 26
  q = (h9 + q) >> 25
  h0 += 19 * q
  h1 += h0 >> 26
  h0 &= 0x3ffffff
  h2 += h1 >> 25
  h1 &= 0x1ffffff
  h3 += h2 >> 26
  h2 &= 0x3ffffff
  h4 += h3 >> 25
  h3 &= 0x1ffffff
  h5 += h4 >> 26
  h4 &= 0x3ffffff
  h6 += h5 >> 25
  h5 &= 0x1ffffff
  h7 += h6 >> 26
  h6 &= 0x3ffffff
  h8 += h7 >> 25
  h7 &= 0x1ffffff
  h9 += h8 >> 26
  h8 &= 0x3ffffff
  h9 &= 0x1ffffff
  store<u64>(bytes, h0 | (h1 << 26) | (h2 << 51))
  store<u64>(bytes, (h2 >> 13) | (h3 << 13) | (h4 << 38), 8)
  store<u64>(bytes, h5 | (h6 << 25) | (h7 << 51), 16)
  store<u64>(bytes, (h7 >> 13) | (h8 << 12) | (h9 << 38), 24)
}

/** 1 if the element is odd in its range 0 .. p - 1, which monero calls negative. */
export function isNegative(f: usize): i32 {
  toBytes(fieldScratch, f)
  return load<u8>(fieldScratch) & 1
}

/** 1 if the element is not 0 mod p. */
export function isNonZero(f: usize): i32 {
  toBytes(fieldScratch, f)
  const all =
    load<u64>(fieldScratch) |
    load<u64>(fieldScratch, 8) |
    load<u64>(fieldScratch, 16) |
    load<u64>(fieldScratch, 24)
  return <i32>((all | (0 - all)) >> 63)
}
