/**
 * The exports of a scanning module. Arguments of type `usize` are pointers into its memory.
 *
 * @module
 */
import { alloc } from '../assembly/memory.ts'
import * as base from './base.ts'
import * as curve from './curve.ts'
import { derivations, scan } from './entry.ts'
import * as field from './field.ts'
import { wipe } from './layout.ts'
import { subaddressKeys } from './subaddresses.ts'

/** Fills the tables; to be called once, first. */
export function initialize(): void {
  field.initialize()
  curve.initialize()
  base.initialize()
  wipe()
}

/**
 * Whether this machine can run the module: with `a` = 1 + 2^-30 and `b` = 1 + 2^-29 the rounding error of a·b
 * is 2^-59 if the multiply-add is fused in both lanes. Otherwise it is 0, and every result would be wrong.
 *
 * The numbers are arguments, so that no compiler evaluates the expression on another machine.
 */
export function isExact(a: f64, b: f64): bool {
  if (!ASC_FEATURE_RELAXED_SIMD) return true
  const x = f64x2.splat(a)
  const y = f64x2.splat(b)
  const error = f64x2.relaxed_madd(x, y, f64x2.neg(f64x2.mul(x, y)))
  return f64x2.extract_lane(error, 0) !== 0 && f64x2.extract_lane(error, 1) !== 0
}

export { alloc, derivations, scan, subaddressKeys, wipe }
