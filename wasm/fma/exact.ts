/**
 * The test of a machine for exact arithmetic.
 *
 * @module
 */

/**
 * Whether this machine can run the module: with `a` = 1 + 2^-30 and `b` = 1 + 2^-29 the rounding error of a·b
 * is 2^-59 if the multiply-add is fused in both lanes. Otherwise it is 0, and every result would be wrong.
 *
 * True for a module without fused multiply-adds. The numbers are arguments, so that no compiler evaluates the
 * expression on another machine.
 */
export function isExact(a: f64, b: f64): bool {
  if (!ASC_FEATURE_RELAXED_SIMD) return true
  const x = f64x2.splat(a)
  const y = f64x2.splat(b)
  const error = f64x2.relaxed_madd(x, y, f64x2.neg(f64x2.mul(x, y)))
  return f64x2.extract_lane(error, 0) !== 0 && f64x2.extract_lane(error, 1) !== 0
}
