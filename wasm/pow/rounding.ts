/**
 * Pairs of doubles in the four rounding modes of IEEE 754; WebAssembly supports only the first.
 *
 * Each function computes the nearest result and the sign of its error: the result in a directed mode is the
 * nearest one or its neighbour. For sums TwoSum gives the exact error. For products, quotients and roots
 * integers do: mantissas are below 2^53 and the error is at most half a unit in the last place, so 64 bits of
 * the difference decide.
 *
 * RandomX guarantees: no NaN, no denormal number, no sum that overflows; operands of products, quotients and
 * roots are positive. They may become infinite.
 *
 * @module
 * @see RandomX specs.md, 4.3; T. J. Dekker, "A floating-point technique for extending the available precision"
 */

/** To nearest, down, up, to zero: RandomX specs.md, table 4.3.1. */
const nearest: i32 = 0
const down: i32 = 1
const up: i32 = 2
const toZero: i32 = 3

/** a + b. Also decides the sign of a zero, which is negative when rounding down. */
export function add(a: v128, b: v128, mode: i32): v128 {
  if (mode === nearest) return f64x2.add(a, b)
  // Rounding down is rounding up with all signs changed.
  const flip = i64x2.splat(mode === down ? i64.MIN_VALUE : 0)
  const x = v128.xor(a, flip)
  const y = v128.xor(b, flip)
  const sum = f64x2.add(x, y)
  const yInSum = f64x2.sub(sum, x)
  const xInSum = f64x2.sub(sum, yInSum)
  const error = f64x2.add(f64x2.sub(x, xInSum), f64x2.sub(y, yInSum))
  const zero = f64x2.splat(0)
  if (mode === toZero) {
    // Too far from zero if the error points towards it.
    const opposite = i64x2.lt_s(v128.xor(error, sum), zero)
    return i64x2.add(sum, v128.and(opposite, f64x2.ne(error, zero)))
  }
  // The bits of the next double above are larger by one, or smaller by one below zero.
  const step = v128.or(i64x2.shr_s(sum, 63), i64x2.splat(1))
  const raised = i64x2.add(sum, v128.and(f64x2.gt(error, zero), step))
  return v128.xor(raised, flip)
}

/** a - b. */
export function subtract(a: v128, b: v128, mode: i32): v128 {
  if (mode === nearest) return f64x2.sub(a, b)
  return add(a, f64x2.neg(b), mode)
}

/** a · b. */
export function multiply(a: v128, b: v128, mode: i32): v128 {
  const product = f64x2.mul(a, b)
  if (mode === nearest) return product
  // 1 if the product of the mantissas is 2 or more.
  const carry = i64x2.add(
    i64x2.sub(i64x2.sub(exponent(product), exponent(a)), exponent(b)),
    i64x2.splat(1023),
  )
  const exact = i64x2.mul(mantissa(a), mantissa(b))
  return round(product, i64x2.sub(exact, scaled(product, carry)), a, mode)
}

/** a / b; b is finite. */
export function divide(a: v128, b: v128, mode: i32): v128 {
  const quotient = f64x2.div(a, b)
  if (mode === nearest) return quotient
  // 1 if a's mantissa is less than b's.
  const borrow = i64x2.sub(
    i64x2.add(i64x2.sub(exponent(a), exponent(b)), i64x2.splat(1023)),
    exponent(quotient),
  )
  const product = i64x2.mul(mantissa(quotient), mantissa(b))
  return round(quotient, i64x2.sub(scaled(a, borrow), product), a, mode)
}

/** √a. */
export function squareRoot(a: v128, mode: i32): v128 {
  const root = f64x2.sqrt(a)
  if (mode === nearest) return root
  // 1 if the power of two is odd; exponents are 1023 too large.
  const odd = v128.andnot(i64x2.splat(1), exponent(a))
  const square = i64x2.mul(mantissa(root), mantissa(root))
  return round(root, i64x2.sub(scaled(a, odd), square), a, mode)
}

/**
 * The positive `result`, or its neighbour on the other side of the exact value.
 *
 * @param error - Positive if the exact value is larger; meaningless if `result` is infinite.
 * @param a - The only operand that may make `result` infinite.
 */
function round(result: v128, error: v128, a: v128, mode: i32): v128 {
  const infinity = i64x2.splat(0x7ff0_0000_0000_0000)
  const infinite = i64x2.eq(result, infinity)
  const zero = i64x2.splat(0)
  // A true mask is -1.
  if (mode === up) return i64x2.sub(result, v128.andnot(i64x2.gt_s(error, zero), infinite))
  const overflown = v128.andnot(infinite, i64x2.eq(a, infinity))
  const above = v128.andnot(i64x2.lt_s(error, zero), infinite)
  return i64x2.add(result, v128.or(overflown, above))
}

function exponent(x: v128): v128 {
  return i64x2.shr_u(x, 52)
}

/** With its leading one, below 2^53. */
function mantissa(x: v128): v128 {
  const bits = v128.and(x, i64x2.splat(0x000f_ffff_ffff_ffff))
  return v128.or(bits, i64x2.splat(0x0010_0000_0000_0000))
}

/** The mantissa times 2^52, or 2^53 if `twice` is 1, modulo 2^64. */
function scaled(x: v128, twice: v128): v128 {
  const once = i64x2.shl(mantissa(x), 52)
  return i64x2.add(once, v128.and(once, i64x2.neg(twice)))
}
