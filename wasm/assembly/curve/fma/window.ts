/**
 * The constant-time table lookup of points in vectors.
 *
 * @module
 */
import { FE as HALF } from '../../../fma/field.ts'
import { POINT } from '../../memory.ts'

/**
 * o = entry `magnitude` of a table of 1 .. 8 times a point, cached; 0 is the identity.
 *
 * Vector by vector through all eight entries, each with its mask.
 */
export function take(o: usize, table: usize, magnitude: i32): void {
  const m1 = equalMask(magnitude, 1)
  const m2 = equalMask(magnitude, 2)
  const m3 = equalMask(magnitude, 3)
  const m4 = equalMask(magnitude, 4)
  const m5 = equalMask(magnitude, 5)
  const m6 = equalMask(magnitude, 6)
  const m7 = equalMask(magnitude, 7)
  const m8 = equalMask(magnitude, 8)
  for (let i: usize = 0; i < POINT; i += 16) {
    const entry = table + i
    let a = v128.and(v128.load(entry), m1)
    let b = v128.and(v128.load(entry, POINT), m2)
    a = v128.or(a, v128.and(v128.load(entry, 2 * POINT), m3))
    b = v128.or(b, v128.and(v128.load(entry, 3 * POINT), m4))
    a = v128.or(a, v128.and(v128.load(entry, 4 * POINT), m5))
    b = v128.or(b, v128.and(v128.load(entry, 5 * POINT), m6))
    a = v128.or(a, v128.and(v128.load(entry, 6 * POINT), m7))
    b = v128.or(b, v128.and(v128.load(entry, 7 * POINT), m8))
    v128.store(o + i, v128.or(a, b))
  }
  // No entry is selected for 0, so that the bits are 0.
  const m0 = equalMask(magnitude, 0)
  v128.store(o, v128.or(v128.load(o), v128.and(m0, f64x2(1, 1))))
  v128.store(o + HALF, v128.or(v128.load(o + HALF), v128.and(m0, f64x2(0, 2))))
}

/** All bits if a equals b, else none; both small and not negative. */
function equalMask(a: i32, b: i32): v128 {
  return i64x2.splat(<i64>(((a ^ b) - 1) >> 31))
}
