/**
 * The powers for inversion and square roots, by fixed addition chains: of one element, or of two in the lanes of
 * vectors.
 *
 * @module
 */
import * as column from '../../fma/columns.ts'
import { FE as PAIR } from '../../fma/field.ts'
import * as one from './field-multiply.ts'
import { fieldScratch } from '../memory.ts'

/** What is computed with, chosen at compile time by `isInteger`: an element of ten limbs. */
type One = i32
/** Two elements in vectors, settled. */
type Two = f64

const v3: usize = fieldScratch
const base: usize = fieldScratch + PAIR
const r: usize = fieldScratch + 2 * PAIR
const low: usize = fieldScratch + 3 * PAIR
const t: usize = fieldScratch + 4 * PAIR
const u: usize = fieldScratch + 5 * PAIR

function mul<Kind>(o: usize, f: usize, g: usize): void {
  if (isInteger<Kind>()) one.mul(o, f, g)
  else column.product<column.Limbs>(o, f, g)
}

/** o = f^(2^n). */
function sqTimes<Kind>(o: usize, f: usize, n: i32): void {
  if (isInteger<Kind>()) {
    one.sqTimes(o, f, n)
    return
  }
  column.square<column.Limbs>(o, f)
  for (; n > 1; n--) column.square<column.Limbs>(o, o)
}

/** r = f^(2^250 - 1) and low = f^11: the common part of both powers below. */
function power250<Kind>(f: usize): void {
  sqTimes<Kind>(t, f, 1) // 2
  sqTimes<Kind>(u, t, 2) // 8
  mul<Kind>(u, u, f) // 9
  mul<Kind>(low, t, u) // 11
  sqTimes<Kind>(t, low, 1) // 22
  mul<Kind>(r, u, t) // 2^5 - 1
  sqTimes<Kind>(t, r, 5)
  mul<Kind>(r, t, r) // 2^10 - 1
  sqTimes<Kind>(t, r, 10)
  mul<Kind>(u, t, r) // 2^20 - 1
  sqTimes<Kind>(t, u, 20)
  mul<Kind>(t, t, u) // 2^40 - 1
  sqTimes<Kind>(t, t, 10)
  mul<Kind>(r, t, r) // 2^50 - 1
  sqTimes<Kind>(t, r, 50)
  mul<Kind>(u, t, r) // 2^100 - 1
  sqTimes<Kind>(t, u, 100)
  mul<Kind>(t, t, u) // 2^200 - 1
  sqTimes<Kind>(t, t, 50)
  mul<Kind>(r, t, r) // 2^250 - 1
}

/** o = 1/f = f^(p-2), and 0 for 0. */
export function invert(o: usize, f: usize): void {
  power250<One>(f)
  one.sqTimes(r, r, 5)
  one.mul(o, r, low)
}

/** o = (u/v)^((p+3)/8) = u·v^3·(u·v^7)^((p-5)/8): a root of u/v or of -u/v, if either is a square. */
export function rootOfRatio(o: usize, u: usize, v: usize): void {
  ratioPower<One>(o, u, v)
}

/** As {@link rootOfRatio}, of two ratios in vectors. */
export function rootsOfRatios(o: usize, u: usize, v: usize): void {
  ratioPower<Two>(o, u, v)
}

function ratioPower<Kind>(o: usize, u: usize, v: usize): void {
  sqTimes<Kind>(v3, v, 1)
  mul<Kind>(v3, v3, v)
  sqTimes<Kind>(base, v3, 1)
  mul<Kind>(base, base, v)
  mul<Kind>(base, base, u)
  power250<Kind>(base)
  sqTimes<Kind>(r, r, 2)
  mul<Kind>(r, r, base)
  mul<Kind>(r, r, v3)
  mul<Kind>(o, r, u)
}
