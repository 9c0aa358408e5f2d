/**
 * The powers for inversion and square roots, by fixed addition chains.
 *
 * @module
 */
import { mul, sq, sqTimes } from './field-multiply.ts'
import { FE, fieldScratch } from '../memory.ts'

/** r = f^(2^250 - 1), and in `low` f^11: the common part of both powers below. */
function power250(r: usize, low: usize, f: usize): void {
  const t = fieldScratch + FE
  const u = fieldScratch + 2 * FE
  sq(t, f) // 2
  sqTimes(u, t, 2) // 8
  mul(u, u, f) // 9
  mul(low, t, u) // 11
  sq(t, low) // 22
  mul(r, u, t) // 2^5 - 1
  sqTimes(t, r, 5)
  mul(r, t, r) // 2^10 - 1
  sqTimes(t, r, 10)
  mul(u, t, r) // 2^20 - 1
  sqTimes(t, u, 20)
  mul(t, t, u) // 2^40 - 1
  sqTimes(t, t, 10)
  mul(r, t, r) // 2^50 - 1
  sqTimes(t, r, 50)
  mul(u, t, r) // 2^100 - 1
  sqTimes(t, u, 100)
  mul(t, t, u) // 2^200 - 1
  sqTimes(t, t, 50)
  mul(r, t, r) // 2^250 - 1
}

/** o = 1/f = f^(p-2), and 0 for 0. */
export function invert(o: usize, f: usize): void {
  const r = fieldScratch + 3 * FE
  const low = fieldScratch + 4 * FE
  power250(r, low, f)
  sqTimes(r, r, 5)
  mul(o, r, low)
}

/** o = (u/v)^((p+3)/8) = u·v^3·(u·v^7)^((p-5)/8): a root of u/v or of -u/v, if either is a square. */
export function rootOfRatio(o: usize, u: usize, v: usize): void {
  const v3 = fieldScratch + 5 * FE
  const base = fieldScratch + 6 * FE
  const r = fieldScratch + 3 * FE
  const low = fieldScratch + 4 * FE
  sq(v3, v)
  mul(v3, v3, v)
  sq(base, v3)
  mul(base, base, v)
  mul(base, base, u)
  power250(r, low, base)
  sqTimes(r, r, 2)
  mul(r, r, base)
  mul(r, r, v3)
  mul(o, r, u)
}
