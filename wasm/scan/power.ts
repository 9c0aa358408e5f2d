/**
 * The powers for inversion and square roots of four elements, by fixed addition chains.
 *
 * The chain is that of `../assembly/curve/field-power.ts`, over another field. Sharing it needs calls through a table,
 * or one module with the constants and scratch memory of both fields.
 *
 * @module
 */
import { mul, sq, sqTimes } from './field.ts'
import { FE, powerScratch } from './layout.ts'

const low: usize = powerScratch
const t: usize = powerScratch + FE
const u: usize = powerScratch + 2 * FE
const r: usize = powerScratch + 3 * FE

/** r = x^(2^250 - 1), and low = x^11: the common part of both powers below. */
function power250(x: usize): void {
  sq(t, x) // 2
  sqTimes(u, t, 2) // 8
  mul(u, u, x) // 9
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

/** o = 1/x = x^(p-2), and 0 for 0. */
export function invert(o: usize, x: usize): void {
  power250(x)
  sqTimes(r, r, 5)
  mul(o, r, low)
}

/** o = x^((p-5)/8); not written over x. */
export function powerForRoot(o: usize, x: usize): void {
  power250(x)
  sqTimes(r, r, 2)
  mul(o, r, x)
}
