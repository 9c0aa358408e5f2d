/**
 * Normalises many points with one inversion (Montgomery's trick).
 *
 * @module
 */
import { alloc, mark, release } from '../assembly/memory.ts'
import * as field from './field.ts'
import { encodeWith } from './group.ts'
import { FE, POINTS } from './layout.ts'
import { invert } from './power.ts'

/** Replaces T by 1/Z, for `fours` times four points. Z is never 0 for a point of the curve. */
export function invertZ(points: usize, fours: usize): void {
  const z = points + 2 * FE
  const t = points + 3 * FE
  // T of each = Z0·...·Zi, then from the end each becomes 1/Zi.
  field.copy(t, z)
  for (let i = POINTS; i < POINTS * fours; i += POINTS) field.mul(t + i, t + i - POINTS, z + i)
  const from = mark()
  const rest = alloc(POINTS)
  invert(rest, t + POINTS * (fours - 1))
  for (let i = POINTS * (fours - 1); i > 0; i -= POINTS) {
    field.mul(t + i, rest, t + i - POINTS)
    field.mul(rest, rest, z + i)
  }
  field.copy(t, rest)
  release(from)
}

/** Compresses `fours` times four points to 32 bytes each; their T is lost. */
export function encodeAll(o: usize, points: usize, fours: usize): void {
  if (fours === 0) return
  invertZ(points, fours)
  for (let i: usize = 0; i < fours; i++) {
    const p = points + POINTS * i
    encodeWith(o + 128 * i, p, p + 3 * FE)
  }
}
