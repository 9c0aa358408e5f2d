/**
 * The field of integers mod p = 2^255 - 19 in doubles, without fused multiply-adds.
 *
 * An element is the plain sum of twelve limbs. Limb i is a multiple of 2^e_i, e_i = 21.25·i rounded up, so that
 * e_i + e_j is not below e_(i+j), nor below e_(i+j-12) + 255. *Settled* limbs are at most half of 2^e_(i+1), and
 * 2^-9 of it more, in absolute value; a *loose* element is the sum of a few settled ones.
 *
 * The product of a sum of m settled elements with a sum of n: column k is a multiple of 2^e_k, and its twelve
 * products, those from above 2^255 times 19, sum to less than m·n·2^(e_k + 49). So they are exact, in any
 * order, for m·n up to 15; the formulas need 12. No product has more than 53 bits either.
 *
 * Fused operations give the same results, since only intended roundings occur.
 *
 * @see D. J. Bernstein, "Floating-point arithmetic and message authentication"
 * @module
 */
/** e_0 .. e_12 */
export const exponents: usize = memory.data<u8>([
  0, 22, 43, 64, 85, 107, 128, 149, 170, 192, 213, 234, 255,
])
/** 1.5·2^(52 + e_(i+1)): added to limb i and subtracted again, rounds it to a multiple of 2^e_(i+1). */
export const rounders: usize = memory.data(12 * 16, 16)
/** 19·2^-255 */
export const FOLD: usize = memory.data(16, 16)

export function initialize(): void {
  for (let i: usize = 0; i < 12; i++)
    v128.store(rounders + 16 * i, f64x2.splat(1.5 * power(52 + load<u8>(exponents + i + 1))))
  v128.store(FOLD, f64x2.splat(19 * power(-255)))
}

/** 2^n */
export function power(n: i32): f64 {
  return reinterpret<f64>((<u64>(1023 + n)) << 52)
}

/** o = x settled, loose or columns of a product. */
export function settle(o: usize, x: usize): void {
  let x0 = v128.load(x)
  let x1 = v128.load(x, 16)
  let x2 = v128.load(x, 32)
  let x3 = v128.load(x, 48)
  let x4 = v128.load(x, 64)
  let x5 = v128.load(x, 80)
  let x6 = v128.load(x, 96)
  let x7 = v128.load(x, 112)
  let x8 = v128.load(x, 128)
  let x9 = v128.load(x, 144)
  let x10 = v128.load(x, 160)
  let x11 = v128.load(x, 176)
  // Two chains of carries, from limb 0 to 6 and from 6 round to 0, and one more step each: the carry into
  // limbs 7 and 1 is then below 2^12 of their units.
  let c = carryOf(x0, v128.load(rounders, 0))
  x0 = f64x2.sub(x0, c)
  x1 = f64x2.add(x1, c)
  c = carryOf(x6, v128.load(rounders, 96))
  x6 = f64x2.sub(x6, c)
  x7 = f64x2.add(x7, c)
  c = carryOf(x1, v128.load(rounders, 16))
  x1 = f64x2.sub(x1, c)
  x2 = f64x2.add(x2, c)
  c = carryOf(x7, v128.load(rounders, 112))
  x7 = f64x2.sub(x7, c)
  x8 = f64x2.add(x8, c)
  c = carryOf(x2, v128.load(rounders, 32))
  x2 = f64x2.sub(x2, c)
  x3 = f64x2.add(x3, c)
  c = carryOf(x8, v128.load(rounders, 128))
  x8 = f64x2.sub(x8, c)
  x9 = f64x2.add(x9, c)
  c = carryOf(x3, v128.load(rounders, 48))
  x3 = f64x2.sub(x3, c)
  x4 = f64x2.add(x4, c)
  c = carryOf(x9, v128.load(rounders, 144))
  x9 = f64x2.sub(x9, c)
  x10 = f64x2.add(x10, c)
  c = carryOf(x4, v128.load(rounders, 64))
  x4 = f64x2.sub(x4, c)
  x5 = f64x2.add(x5, c)
  c = carryOf(x10, v128.load(rounders, 160))
  x10 = f64x2.sub(x10, c)
  x11 = f64x2.add(x11, c)
  c = carryOf(x5, v128.load(rounders, 80))
  x5 = f64x2.sub(x5, c)
  x6 = f64x2.add(x6, c)
  c = carryOf(x11, v128.load(rounders, 176))
  x11 = f64x2.sub(x11, c)
  x0 = f64x2.add(x0, f64x2.mul(c, v128.load(FOLD)))
  c = carryOf(x6, v128.load(rounders, 96))
  x6 = f64x2.sub(x6, c)
  x7 = f64x2.add(x7, c)
  c = carryOf(x0, v128.load(rounders, 0))
  x0 = f64x2.sub(x0, c)
  x1 = f64x2.add(x1, c)
  v128.store(o, x0)
  v128.store(o, x1, 16)
  v128.store(o, x2, 32)
  v128.store(o, x3, 48)
  v128.store(o, x4, 64)
  v128.store(o, x5, 80)
  v128.store(o, x6, 96)
  v128.store(o, x7, 112)
  v128.store(o, x8, 128)
  v128.store(o, x9, 144)
  v128.store(o, x10, 160)
  v128.store(o, x11, 176)
}

/** The carry of x to the next limb: x rounded, by adding and subtracting a large number. */
export function carryOf(x: v128, big: v128): v128 {
  return f64x2.sub(f64x2.add(x, big), big)
}
