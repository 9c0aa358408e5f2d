/**
 * Normalises many points with one inversion (Montgomery's trick).
 *
 * @module
 */
import { invert } from './field-power.ts'
import * as field from './field.ts'
import { AFFINE, FE, POINT, alloc, mark, release } from '../memory.ts'
import * as plain from './plain/group.ts'
import * as point from './point.ts'

/** Writes 1/Z of `count` points. Z is never 0 for a point of the curve. */
function invertZ(o: usize, points: usize, count: usize): void {
  // o[i] = Z0·...·Zi, then from the end each becomes 1/Zi.
  const from = mark()
  const rest = alloc(FE)
  const z = alloc(FE)
  field.copy(o, point.coordinate(z, points, point.Z))
  for (let i: usize = 1; i < count; i++)
    field.mul(o + FE * i, o + FE * (i - 1), point.coordinate(z, points + POINT * i, point.Z))
  invert(rest, o + FE * (count - 1))
  for (let i = count - 1; i > 0; i--) {
    field.mul(o + FE * i, rest, o + FE * (i - 1))
    field.mul(rest, rest, point.coordinate(z, points + POINT * i, point.Z))
  }
  field.copy(o, rest)
  release(from)
}

/** Compresses `count` points to 32 bytes each. */
export function encodeAll(o: usize, points: usize, count: usize): void {
  if (count === 0) return
  const from = mark()
  const inverses = alloc(FE * count)
  invertZ(inverses, points, count)
  for (let i: usize = 0; i < count; i++)
    point.encodeWith(o + 32 * i, points + POINT * i, inverses + FE * i)
  release(from)
}

/** Writes the affine forms of `count` points. */
export function toAffineAll(o: usize, points: usize, count: usize): void {
  if (count === 0) return
  if (ASC_FEATURE_RELAXED_SIMD) {
    // Additions are no faster with Z = 1.
    for (let i: usize = 0; i < count; i++) point.cache(o + AFFINE * i, points + POINT * i)
    return
  }
  const from = mark()
  const inverses = alloc(FE * count)
  invertZ(inverses, points, count)
  for (let i: usize = 0; i < count; i++)
    plain.toAffine(o + AFFINE * i, points + POINT * i, inverses + FE * i)
  release(from)
}
