/**
 * The field of integers mod p = 2^255 - 19, as ten signed limbs of alternately 26 and 25 bits.
 *
 * An element is h0 + h1·2^26 + h2·2^51 + h3·2^77 + ... + h9·2^230 in 32-bit integers. Two sizes occur:
 * *settled* limbs, at most 1.01·2^25 (even) and 1.01·2^24 (odd) in absolute value, which every product
 * is; and *loose* ones, sums of up to three settled elements, at most 1.65·2^26 and 1.65·2^25, which
 * products accept. A column of a product of loose elements stays below 1.4·2^60 (five terms of
 * weight 1 + 4·19 at even, 5·38 at odd limbs), so it fits in 64-bit integers.
 *
 * No function here branches on its operands. All may be called with `o` equal to an operand.
 *
 * @see https://ed25519.cr.yp.to/papers.html, section 4 of "High-speed high-security signatures";
 * D. J. Bernstein, "Curve25519: new Diffie-Hellman speed records", section 4, for the radix
 * @module
 */
import { mul, sq, sqTimes, sqTwice } from './field-multiply.ts'

export { mul, sq, sqTwice }

// Written out: engines neither unroll loops of WebAssembly nor inline its bulk memory instructions.

export function copy(o: usize, f: usize): void {
  store<u64>(o, load<u64>(f))
  store<u64>(o, load<u64>(f, 8), 8)
  store<u64>(o, load<u64>(f, 16), 16)
  store<u64>(o, load<u64>(f, 24), 24)
  store<u64>(o, load<u64>(f, 32), 32)
}

/** o = n, for a small n. */
export function small(o: usize, n: i32): void {
  store<u64>(o, <u64>n)
  store<u64>(o, 0, 8)
  store<u64>(o, 0, 16)
  store<u64>(o, 0, 24)
  store<u64>(o, 0, 32)
}

export function add(o: usize, f: usize, g: usize): void {
  store<i32>(o, load<i32>(f) + load<i32>(g))
  store<i32>(o, load<i32>(f, 4) + load<i32>(g, 4), 4)
  store<i32>(o, load<i32>(f, 8) + load<i32>(g, 8), 8)
  store<i32>(o, load<i32>(f, 12) + load<i32>(g, 12), 12)
  store<i32>(o, load<i32>(f, 16) + load<i32>(g, 16), 16)
  store<i32>(o, load<i32>(f, 20) + load<i32>(g, 20), 20)
  store<i32>(o, load<i32>(f, 24) + load<i32>(g, 24), 24)
  store<i32>(o, load<i32>(f, 28) + load<i32>(g, 28), 28)
  store<i32>(o, load<i32>(f, 32) + load<i32>(g, 32), 32)
  store<i32>(o, load<i32>(f, 36) + load<i32>(g, 36), 36)
}

export function sub(o: usize, f: usize, g: usize): void {
  store<i32>(o, load<i32>(f) - load<i32>(g))
  store<i32>(o, load<i32>(f, 4) - load<i32>(g, 4), 4)
  store<i32>(o, load<i32>(f, 8) - load<i32>(g, 8), 8)
  store<i32>(o, load<i32>(f, 12) - load<i32>(g, 12), 12)
  store<i32>(o, load<i32>(f, 16) - load<i32>(g, 16), 16)
  store<i32>(o, load<i32>(f, 20) - load<i32>(g, 20), 20)
  store<i32>(o, load<i32>(f, 24) - load<i32>(g, 24), 24)
  store<i32>(o, load<i32>(f, 28) - load<i32>(g, 28), 28)
  store<i32>(o, load<i32>(f, 32) - load<i32>(g, 32), 32)
  store<i32>(o, load<i32>(f, 36) - load<i32>(g, 36), 36)
}

export function neg(o: usize, f: usize): void {
  store<i32>(o, -load<i32>(f))
  store<i32>(o, -load<i32>(f, 4), 4)
  store<i32>(o, -load<i32>(f, 8), 8)
  store<i32>(o, -load<i32>(f, 12), 12)
  store<i32>(o, -load<i32>(f, 16), 16)
  store<i32>(o, -load<i32>(f, 20), 20)
  store<i32>(o, -load<i32>(f, 24), 24)
  store<i32>(o, -load<i32>(f, 28), 28)
  store<i32>(o, -load<i32>(f, 32), 32)
  store<i32>(o, -load<i32>(f, 36), 36)
}

/** o = g if `mask` is -1, f if it is 0. */
export function select(o: usize, f: usize, g: usize, mask: i64): void {
  store<i64>(o, choose(load<i64>(f), load<i64>(g), mask))
  store<i64>(o, choose(load<i64>(f, 8), load<i64>(g, 8), mask), 8)
  store<i64>(o, choose(load<i64>(f, 16), load<i64>(g, 16), mask), 16)
  store<i64>(o, choose(load<i64>(f, 24), load<i64>(g, 24), mask), 24)
  store<i64>(o, choose(load<i64>(f, 32), load<i64>(g, 32), mask), 32)
}

function choose(a: i64, b: i64, mask: i64): i64 {
  return a ^ (mask & (a ^ b))
}

/** Exchanges f and g if `mask` is -1. */
export function swapIf(f: usize, g: usize, mask: i64): void {
  swapWords(f, g, mask)
  swapWords(f + 8, g + 8, mask)
  swapWords(f + 16, g + 16, mask)
  swapWords(f + 24, g + 24, mask)
  swapWords(f + 32, g + 32, mask)
}

function swapWords(f: usize, g: usize, mask: i64): void {
  const a = load<i64>(f)
  const b = load<i64>(g)
  const difference = mask & (a ^ b)
  store<i64>(f, a ^ difference)
  store<i64>(g, b ^ difference)
}

/** f = -f if `mask` is -1. */
export function negateIf(f: usize, mask: i32): void {
  store<i32>(f, (load<i32>(f) ^ mask) - mask)
  store<i32>(f, (load<i32>(f, 4) ^ mask) - mask, 4)
  store<i32>(f, (load<i32>(f, 8) ^ mask) - mask, 8)
  store<i32>(f, (load<i32>(f, 12) ^ mask) - mask, 12)
  store<i32>(f, (load<i32>(f, 16) ^ mask) - mask, 16)
  store<i32>(f, (load<i32>(f, 20) ^ mask) - mask, 20)
  store<i32>(f, (load<i32>(f, 24) ^ mask) - mask, 24)
  store<i32>(f, (load<i32>(f, 28) ^ mask) - mask, 28)
  store<i32>(f, (load<i32>(f, 32) ^ mask) - mask, 32)
  store<i32>(f, (load<i32>(f, 36) ^ mask) - mask, 36)
}
