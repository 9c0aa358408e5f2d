/**
 * One of four elements, from and to 32 little-endian bytes.
 *
 * @module
 */
import { columnScratch as limbs } from '../layout.ts'
import { exponents, power } from './field.ts'

/** The 255-bit number at `bytes`, in limbs that have to be settled; the topmost bit is ignored. */
export function fromBytes(o: usize, bytes: usize): void {
  for (let i: usize = 0; i < 12; i++) {
    const at = min(from(i) >> 3, 24)
    const word = load<u64>(bytes + at) >> (from(i) - 8 * at)
    store<f64>(o + 16 * i, <f64>(word & ((1 << width(i)) - 1)) * power(from(i)))
  }
}

/** Writes the element, between 0 and p - 1. Accepts settled and loose limbs. */
export function toBytes(bytes: usize, x: usize): void {
  // Eight times p makes the limbs positive.
  for (let i: usize = 0; i < 12; i++) {
    const limb = <i64>(load<f64>(x + 16 * i) * power(-from(i)))
    store<i64>(limbs + 8 * i, limb + 8 * (((<i64>1) << width(i)) - (i === 0 ? 19 : 1)))
  }
  addAndCarry(19 * addAndCarry(0))
  // Now below 2^255 + 2^9. q = floor(n / p), 0 or 1: carrying n + 19·q and dropping bit 255 subtracts q·p.
  let q: i64 = 19
  for (let i: usize = 0; i < 12; i++) q = (load<i64>(limbs + 8 * i) + q) >> width(i)
  addAndCarry(19 * q)
  memory.fill(bytes, 0, 32)
  for (let i: usize = 0; i < 12; i++) {
    const at = (from(i) >> 6) << 3
    const shift = from(i) & 63
    const limb = load<u64>(limbs + 8 * i)
    store<u64>(bytes + at, load<u64>(bytes + at) | (limb << shift))
    if (shift + width(i) > 64) store<u64>(bytes + at + 8, limb >> (64 - shift))
  }
}

/** Adds to limb 0 and carries; returns the carry out of the topmost limb. */
function addAndCarry(n: i64): i64 {
  for (let i: usize = 0; i < 12; i++) {
    n += load<i64>(limbs + 8 * i)
    store<i64>(limbs + 8 * i, n & (((<i64>1) << width(i)) - 1))
    n >>= width(i)
  }
  return n
}

/** Exponent of limb i's lowest bit. */
function from(i: usize): i32 {
  return load<u8>(exponents + i)
}

function width(i: usize): i32 {
  return from(i + 1) - from(i)
}
