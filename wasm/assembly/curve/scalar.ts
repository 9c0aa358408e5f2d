/**
 * Integers mod the group order l = 2^252 + c, as 32 little-endian bytes.
 *
 * Products are sums of nine limbs of 28 bits in 64-bit columns, reduced by 2^252 = -c: 28 divides
 * 252, and c, below 2^125, has five limbs. Operands may be any 32 bytes; results are below l.
 * Nothing here branches on its operands. The carries are written out: a function cannot return fourteen limbs, and
 * passing them through memory costs more than the carries.
 *
 * @module
 */
import { alloc, mark, release, scalarScratch } from '../memory.ts'

/** Limbs of c = 27742317777372353535851937790883648493. */
const c0: i64 = 0xcf5d3ed
const c1: i64 = 0x12631a5
const c2: i64 = 0x79cd658
const c3: i64 = 0xf9dea2f
const c4: i64 = 0x14de

const MASK: i64 = 0xfffffff
/** The columns of an unreduced number, and the limbs of two operands. */
const columns: usize = scalarScratch
const f: usize = scalarScratch + 192
const g: usize = scalarScratch + 288

/** One eighth mod l. @see monero src/ringct/rctTypes.h INV_EIGHT */
export const eighth: usize = memory.data<u64>([
  0x6106e529e2dc2f79, 0x07d39db37d1cdad0, 0x0000000000000000, 0x0600000000000000,
])
/** l itself. */
export const order: usize = memory.data<u64>([
  0x5812631a5cf5d3ed, 0x14def9dea2f79cd6, 0x0000000000000000, 0x1000000000000000,
])

/** Nine limbs of any 32 bytes; the top of the last is folded at 2^252, so that it has 28 bits too. */
function loadLimbs(o: usize, s: usize): void {
  const w0 = load<u64>(s)
  const w1 = load<u64>(s, 8)
  const w2 = load<u64>(s, 16)
  const w3 = load<u64>(s, 24)
  const top = <i64>(w3 >> 60)
  let r0 = <i64>(w0 & MASK) - top * c0
  let r1 = <i64>((w0 >> 28) & MASK) - top * c1
  let r2 = <i64>(((w0 >> 56) | (w1 << 8)) & MASK) - top * c2
  let r3 = <i64>((w1 >> 20) & MASK) - top * c3
  let r4 = <i64>(((w1 >> 48) | (w2 << 16)) & MASK) - top * c4
  let r5 = <i64>((w2 >> 12) & MASK)
  let r6 = <i64>(((w2 >> 40) | (w3 << 24)) & MASK)
  let r7 = <i64>((w3 >> 4) & MASK)
  let r8 = <i64>((w3 >> 32) & MASK)
  r1 += r0 >> 28
  r2 += r1 >> 28
  r3 += r2 >> 28
  r4 += r3 >> 28
  r5 += r4 >> 28
  r6 += r5 >> 28
  r7 += r6 >> 28
  r8 += r7 >> 28
  store<i64>(o, r0 & MASK)
  store<i64>(o, r1 & MASK, 8)
  store<i64>(o, r2 & MASK, 16)
  store<i64>(o, r3 & MASK, 24)
  store<i64>(o, r4 & MASK, 32)
  store<i64>(o, r5 & MASK, 40)
  store<i64>(o, r6 & MASK, 48)
  store<i64>(o, r7 & MASK, 56)
  store<i64>(o, r8, 64)
}

/**
 * The columns mod l, to `o`. They hold a number below 2^505 in absolute value, each column below 2^62.
 *
 * The folds at 2^252 leave numbers below 2^379, then below 2^252 + 2^251, each in absolute value, then between
 * -c and l; l is added to a negative result. The topmost limb carries the sign throughout, and stays below
 * 2^34, so its product with a limb of c fits.
 */
function reduceColumns(o: usize): void {
  let r0 = load<i64>(columns)
  let r1 = load<i64>(columns, 8)
  let r2 = load<i64>(columns, 16)
  let r3 = load<i64>(columns, 24)
  let r4 = load<i64>(columns, 32)
  let r5 = load<i64>(columns, 40)
  let r6 = load<i64>(columns, 48)
  let r7 = load<i64>(columns, 56)
  let r8 = load<i64>(columns, 64)
  let r9 = load<i64>(columns, 72)
  let r10 = load<i64>(columns, 80)
  let r11 = load<i64>(columns, 88)
  let r12 = load<i64>(columns, 96)
  let r13 = load<i64>(columns, 104)
  let r14 = load<i64>(columns, 112)
  let r15 = load<i64>(columns, 120)
  let r16 = load<i64>(columns, 128)

  // Limbs 9 to 17 get 28 bits each, the last the sign; 2^252 times them is -c times them.
  let r17: i64 = 0
  r10 += r9 >> 28
  r9 &= MASK
  r11 += r10 >> 28
  r10 &= MASK
  r12 += r11 >> 28
  r11 &= MASK
  r13 += r12 >> 28
  r12 &= MASK
  r14 += r13 >> 28
  r13 &= MASK
  r15 += r14 >> 28
  r14 &= MASK
  r16 += r15 >> 28
  r15 &= MASK
  r17 += r16 >> 28
  r16 &= MASK
  r0 -= r9 * c0
  r1 -= r9 * c1 + r10 * c0
  r2 -= r9 * c2 + r10 * c1 + r11 * c0
  r3 -= r9 * c3 + r10 * c2 + r11 * c1 + r12 * c0
  r4 -= r9 * c4 + r10 * c3 + r11 * c2 + r12 * c1 + r13 * c0
  r5 -= r10 * c4 + r11 * c3 + r12 * c2 + r13 * c1 + r14 * c0
  r6 -= r11 * c4 + r12 * c3 + r13 * c2 + r14 * c1 + r15 * c0
  r7 -= r12 * c4 + r13 * c3 + r14 * c2 + r15 * c1 + r16 * c0
  r8 -= r13 * c4 + r14 * c3 + r15 * c2 + r16 * c1 + r17 * c0
  const s9 = r14 * c4 + r15 * c3 + r16 * c2 + r17 * c1
  const s10 = r15 * c4 + r16 * c3 + r17 * c2
  const s11 = r16 * c4 + r17 * c3
  const s12 = r17 * c4
  r9 = -s9
  r10 = -s10
  r11 = -s11
  r12 = -s12
  r13 = 0

  // The same again with limbs 9 to 13.
  r1 += r0 >> 28
  r0 &= MASK
  r2 += r1 >> 28
  r1 &= MASK
  r3 += r2 >> 28
  r2 &= MASK
  r4 += r3 >> 28
  r3 &= MASK
  r5 += r4 >> 28
  r4 &= MASK
  r6 += r5 >> 28
  r5 &= MASK
  r7 += r6 >> 28
  r6 &= MASK
  r8 += r7 >> 28
  r7 &= MASK
  r9 += r8 >> 28
  r8 &= MASK
  r10 += r9 >> 28
  r9 &= MASK
  r11 += r10 >> 28
  r10 &= MASK
  r12 += r11 >> 28
  r11 &= MASK
  r13 += r12 >> 28
  r12 &= MASK
  r0 -= r9 * c0
  r1 -= r9 * c1 + r10 * c0
  r2 -= r9 * c2 + r10 * c1 + r11 * c0
  r3 -= r9 * c3 + r10 * c2 + r11 * c1 + r12 * c0
  r4 -= r9 * c4 + r10 * c3 + r11 * c2 + r12 * c1 + r13 * c0
  r5 -= r10 * c4 + r11 * c3 + r12 * c2 + r13 * c1
  r6 -= r11 * c4 + r12 * c3 + r13 * c2
  r7 -= r12 * c4 + r13 * c3
  r8 -= r13 * c4

  // And with the rest above: -1, 0 or 1.
  r9 = 0
  r1 += r0 >> 28
  r0 &= MASK
  r2 += r1 >> 28
  r1 &= MASK
  r3 += r2 >> 28
  r2 &= MASK
  r4 += r3 >> 28
  r3 &= MASK
  r5 += r4 >> 28
  r4 &= MASK
  r6 += r5 >> 28
  r5 &= MASK
  r7 += r6 >> 28
  r6 &= MASK
  r8 += r7 >> 28
  r7 &= MASK
  r9 += r8 >> 28
  r8 &= MASK
  r0 -= r9 * c0
  r1 -= r9 * c1
  r2 -= r9 * c2
  r3 -= r9 * c3
  r4 -= r9 * c4

  // Adds l = 2^252 + c to a negative number.
  r9 = 0
  r1 += r0 >> 28
  r0 &= MASK
  r2 += r1 >> 28
  r1 &= MASK
  r3 += r2 >> 28
  r2 &= MASK
  r4 += r3 >> 28
  r3 &= MASK
  r5 += r4 >> 28
  r4 &= MASK
  r6 += r5 >> 28
  r5 &= MASK
  r7 += r6 >> 28
  r6 &= MASK
  r8 += r7 >> 28
  r7 &= MASK
  r9 += r8 >> 28
  r8 &= MASK
  const negative = r9 >> 63
  r0 += negative & c0
  r1 += negative & c1
  r2 += negative & c2
  r3 += negative & c3
  r4 += negative & c4
  r9 -= negative
  r1 += r0 >> 28
  r0 &= MASK
  r2 += r1 >> 28
  r1 &= MASK
  r3 += r2 >> 28
  r2 &= MASK
  r4 += r3 >> 28
  r3 &= MASK
  r5 += r4 >> 28
  r4 &= MASK
  r6 += r5 >> 28
  r5 &= MASK
  r7 += r6 >> 28
  r6 &= MASK
  r8 += r7 >> 28
  r7 &= MASK
  r9 += r8 >> 28
  r8 &= MASK

  store<u64>(o, r0 | (r1 << 28) | (r2 << 56))
  store<u64>(o, (r2 >> 8) | (r3 << 20) | (r4 << 48), 8)
  store<u64>(o, (r4 >> 16) | (r5 << 12) | (r6 << 40), 16)
  store<u64>(o, (r6 >> 24) | (r7 << 4) | (r8 << 32) | (r9 << 60), 24)
}

/** Adds n times b's limbs to the columns from `o` on; initialises the ninth. */
function addRow(o: usize, n: i64): void {
  store<i64>(o, load<i64>(o) + n * load<i64>(g))
  store<i64>(o, load<i64>(o, 8) + n * load<i64>(g, 8), 8)
  store<i64>(o, load<i64>(o, 16) + n * load<i64>(g, 16), 16)
  store<i64>(o, load<i64>(o, 24) + n * load<i64>(g, 24), 24)
  store<i64>(o, load<i64>(o, 32) + n * load<i64>(g, 32), 32)
  store<i64>(o, load<i64>(o, 40) + n * load<i64>(g, 40), 40)
  store<i64>(o, load<i64>(o, 48) + n * load<i64>(g, 48), 48)
  store<i64>(o, load<i64>(o, 56) + n * load<i64>(g, 56), 56)
  store<i64>(o, n * load<i64>(g, 64), 64)
}

/** Columns = sign·a·b, the operands' limbs left in {@link f} and {@link g}. */
function product(a: usize, b: usize, sign: i64): void {
  loadLimbs(f, a)
  loadLimbs(g, b)
  clearColumns(8)
  for (let i: usize = 0; i < 72; i += 8) addRow(columns + i, sign * load<i64>(f + i))
}

function clearColumns(count: usize): void {
  for (let i: usize = 0; i < 8 * count; i += 8) store<i64>(columns + i, 0)
}

function accumulate(a: usize, sign: i64): void {
  loadLimbs(f, a)
  for (let i: usize = 0; i < 72; i += 8)
    store<i64>(columns + i, load<i64>(columns + i) + sign * load<i64>(f + i))
}

/** o = a·b */
export function mul(o: usize, a: usize, b: usize): void {
  product(a, b, 1)
  reduceColumns(o)
}

/** o = a·b + c */
export function mulAdd(o: usize, a: usize, b: usize, c: usize): void {
  product(a, b, 1)
  accumulate(c, 1)
  reduceColumns(o)
}

/** o = c - a·b */
export function mulSub(o: usize, a: usize, b: usize, c: usize): void {
  product(a, b, -1)
  accumulate(c, 1)
  reduceColumns(o)
}

/** o = a + b */
export function add(o: usize, a: usize, b: usize): void {
  clearColumns(17)
  accumulate(a, 1)
  accumulate(b, 1)
  reduceColumns(o)
}

/** o = a - b */
export function sub(o: usize, a: usize, b: usize): void {
  clearColumns(17)
  accumulate(a, 1)
  accumulate(b, -1)
  reduceColumns(o)
}

/** o = a mod l. @see monero src/crypto/crypto-ops.c sc_reduce32 */
export function reduce(o: usize, a: usize): void {
  clearColumns(17)
  accumulate(a, 1)
  reduceColumns(o)
}

/** o = n, below 2^63. */
export function small(o: usize, n: u64): void {
  store<u64>(o, n)
  memory.fill(o + 8, 0, 24)
}

export function copy(o: usize, a: usize): void {
  memory.copy(o, a, 32)
}

/** 1 if the number is below l. @see monero src/crypto/crypto-ops.c sc_check */
export function isCanonical(a: usize): i32 {
  return isBelow(a, order)
}

/** 1 if the 256-bit number at `a` is below that at `b`: the borrow of their difference. */
export function isBelow(a: usize, b: usize): i32 {
  let borrow: u64 = 0
  for (let i: usize = 0; i < 32; i += 8) {
    const x = load<u64>(a + i)
    const y = load<u64>(b + i)
    const difference = x - y - borrow
    borrow = ((~x & y) | (~(x ^ y) & difference)) >> 63
  }
  return <i32>borrow
}

/** 1 if the 32 bytes are not all zero. */
export function isNonZero(a: usize): i32 {
  const all = load<u64>(a) | load<u64>(a, 8) | load<u64>(a, 16) | load<u64>(a, 24)
  return <i32>((all | (0 - all)) >> 63)
}

/** 1 if the 32 bytes at `a` and `b` are equal. */
export function isEqual(a: usize, b: usize): i32 {
  const all =
    (load<u64>(a) ^ load<u64>(b)) |
    (load<u64>(a, 8) ^ load<u64>(b, 8)) |
    (load<u64>(a, 16) ^ load<u64>(b, 16)) |
    (load<u64>(a, 24) ^ load<u64>(b, 24))
  return 1 - <i32>((all | (0 - all)) >> 63)
}

/** o = 1/a = a^(l-2) mod l, and 0 for 0: four bits of the public exponent at a time. */
export function invert(o: usize, a: usize): void {
  const from = mark()
  const powers = alloc(16 * 32)
  const r = alloc(32)
  small(powers, 1)
  for (let i: usize = 1; i < 16; i++) mul(powers + 32 * i, powers + 32 * (i - 1), a)
  small(r, 1)
  for (let i: i32 = 252; i >= 0; i -= 4) {
    for (let j = 0; j < 4; j++) mul(r, r, r)
    // l - 2 differs from l in the lowest digit only: 0xd becomes 0xb.
    const digit = i === 0 ? 0xb : (load<u8>(order + ((<usize>i) >> 3)) >> ((<u8>i) & 4)) & 15
    if (digit !== 0) mul(r, r, powers + 32 * <usize>digit)
  }
  copy(o, r)
  release(from)
}
