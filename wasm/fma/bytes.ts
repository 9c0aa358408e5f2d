/**
 * One of four elements, from and to 32 little-endian bytes.
 *
 * @module
 */
const MASK: u64 = 0x7ffffffffffff
const TWO51: i64 = 1 << 51

/** The 255-bit number at `bytes`, in limbs that have to be settled; the topmost bit is ignored. */
export function fromBytes(o: usize, bytes: usize): void {
  const w0 = load<u64>(bytes)
  const w1 = load<u64>(bytes, 8)
  const w2 = load<u64>(bytes, 16)
  const w3 = load<u64>(bytes, 24)
  store<f64>(o, <f64>(w0 & MASK))
  store<f64>(o, <f64>(((w0 >> 51) | (w1 << 13)) & MASK), 16)
  store<f64>(o, <f64>(((w1 >> 38) | (w2 << 26)) & MASK), 32)
  store<f64>(o, <f64>(((w2 >> 25) | (w3 << 39)) & MASK), 48)
  store<f64>(o, <f64>((w3 >> 12) & MASK), 64)
}

/** Writes the element, between 0 and p - 1. Accepts settled and loose limbs. */
export function toBytes(bytes: usize, x: usize): void {
  // Four times p makes the limbs positive.
  let h0 = <i64>load<f64>(x) + 4 * (TWO51 - 19)
  let h1 = <i64>load<f64>(x, 16) + 4 * (TWO51 - 1)
  let h2 = <i64>load<f64>(x, 32) + 4 * (TWO51 - 1)
  let h3 = <i64>load<f64>(x, 48) + 4 * (TWO51 - 1)
  let h4 = <i64>load<f64>(x, 64) + 4 * (TWO51 - 1)
  h1 += h0 >> 51
  h0 &= MASK
  h2 += h1 >> 51
  h1 &= MASK
  h3 += h2 >> 51
  h2 &= MASK
  h4 += h3 >> 51
  h3 &= MASK
  h0 += 19 * (h4 >> 51)
  h4 &= MASK
  // Now below 2^255 + 2^8. q = floor(h / p), 0 or 1: carrying h + 19·q and dropping bit 255 subtracts q·p.
  let q = (h0 + 19) >> 51
  q = (h1 + q) >> 51
  q = (h2 + q) >> 51
  q = (h3 + q) >> 51
  q = (h4 + q) >> 51
  h0 += 19 * q
  h1 += h0 >> 51
  h0 &= MASK
  h2 += h1 >> 51
  h1 &= MASK
  h3 += h2 >> 51
  h2 &= MASK
  h4 += h3 >> 51
  h3 &= MASK
  h4 &= MASK
  store<u64>(bytes, h0 | (h1 << 51))
  store<u64>(bytes, ((<u64>h1) >> 13) | (h2 << 38), 8)
  store<u64>(bytes, ((<u64>h2) >> 26) | (h3 << 25), 16)
  store<u64>(bytes, ((<u64>h3) >> 39) | (h4 << 12), 24)
}
