/**
 * Products of field elements: twelve columns, and their carries.
 *
 * @module
 */
import { FE } from '../layout.ts'
import { FOLD, settle } from './field.ts'

/** What {@link mul} and {@link sq} want for their columns and prepared operands. */
export const ROOM: usize = 3 * FE

/** o = x·y; `t` is room for {@link ROOM} bytes. */
export function mul(o: usize, x: usize, y: usize, t: usize): void {
  // Columns are all alike over the limbs 1 to 11 of 19·2^-255·y, and then 0 to 11 of y.
  const rows = t + FE
  const fold = v128.load(FOLD)
  for (let i: usize = 16; i < FE; i += 16)
    v128.store(rows + i - 16, f64x2.mul(v128.load(y + i), fold))
  for (let i: usize = 0; i < FE; i += 16) v128.store(rows + i + FE - 16, v128.load(y + i))
  for (let k: usize = 0; k < FE; k += 16) {
    const row = rows + k
    let a = f64x2.mul(v128.load(x), v128.load(row, 176))
    let b = f64x2.mul(v128.load(x, 16), v128.load(row, 160))
    a = plus(a, v128.load(x, 32), v128.load(row, 144))
    b = plus(b, v128.load(x, 48), v128.load(row, 128))
    a = plus(a, v128.load(x, 64), v128.load(row, 112))
    b = plus(b, v128.load(x, 80), v128.load(row, 96))
    a = plus(a, v128.load(x, 96), v128.load(row, 80))
    b = plus(b, v128.load(x, 112), v128.load(row, 64))
    a = plus(a, v128.load(x, 128), v128.load(row, 48))
    b = plus(b, v128.load(x, 144), v128.load(row, 32))
    a = plus(a, v128.load(x, 160), v128.load(row, 16))
    b = plus(b, v128.load(x, 176), v128.load(row))
    v128.store(t + k, f64x2.add(a, b))
  }
  settle(o, t)
}

function plus(sum: v128, x: v128, y: v128): v128 {
  return f64x2.add(sum, f64x2.mul(x, y))
}

/** o = x²; `t` is room for {@link ROOM} bytes. */
export function sq(o: usize, x: usize, t: usize): void {
  // d: x doubled; w: limbs 6 to 11 of 19·2^-255·x, at the places that they have in x.
  const d = t + FE
  const w = t + 2 * FE
  const fold = v128.load(FOLD)
  for (let i: usize = 0; i < FE; i += 16) {
    const limb = v128.load(x + i)
    v128.store(d + i, f64x2.add(limb, limb))
    v128.store(w + i, f64x2.mul(limb, fold))
  }
  let a = f64x2.mul(v128.load(x), v128.load(x))
  let b = f64x2.mul(v128.load(d, 16), v128.load(w, 176))
  a = plus(a, v128.load(d, 32), v128.load(w, 160))
  b = plus(b, v128.load(d, 48), v128.load(w, 144))
  a = plus(a, v128.load(d, 64), v128.load(w, 128))
  b = plus(b, v128.load(d, 80), v128.load(w, 112))
  a = plus(a, v128.load(x, 96), v128.load(w, 96))
  v128.store(t, f64x2.add(a, b))
  a = f64x2.mul(v128.load(d), v128.load(x, 16))
  b = f64x2.mul(v128.load(d, 32), v128.load(w, 176))
  a = plus(a, v128.load(d, 48), v128.load(w, 160))
  b = plus(b, v128.load(d, 64), v128.load(w, 144))
  a = plus(a, v128.load(d, 80), v128.load(w, 128))
  b = plus(b, v128.load(d, 96), v128.load(w, 112))
  v128.store(t, f64x2.add(a, b), 16)
  a = f64x2.mul(v128.load(d), v128.load(x, 32))
  b = f64x2.mul(v128.load(x, 16), v128.load(x, 16))
  a = plus(a, v128.load(d, 48), v128.load(w, 176))
  b = plus(b, v128.load(d, 64), v128.load(w, 160))
  a = plus(a, v128.load(d, 80), v128.load(w, 144))
  b = plus(b, v128.load(d, 96), v128.load(w, 128))
  a = plus(a, v128.load(x, 112), v128.load(w, 112))
  v128.store(t, f64x2.add(a, b), 32)
  a = f64x2.mul(v128.load(d), v128.load(x, 48))
  b = f64x2.mul(v128.load(d, 16), v128.load(x, 32))
  a = plus(a, v128.load(d, 64), v128.load(w, 176))
  b = plus(b, v128.load(d, 80), v128.load(w, 160))
  a = plus(a, v128.load(d, 96), v128.load(w, 144))
  b = plus(b, v128.load(d, 112), v128.load(w, 128))
  v128.store(t, f64x2.add(a, b), 48)
  a = f64x2.mul(v128.load(d), v128.load(x, 64))
  b = f64x2.mul(v128.load(d, 16), v128.load(x, 48))
  a = plus(a, v128.load(x, 32), v128.load(x, 32))
  b = plus(b, v128.load(d, 80), v128.load(w, 176))
  a = plus(a, v128.load(d, 96), v128.load(w, 160))
  b = plus(b, v128.load(d, 112), v128.load(w, 144))
  a = plus(a, v128.load(x, 128), v128.load(w, 128))
  v128.store(t, f64x2.add(a, b), 64)
  a = f64x2.mul(v128.load(d), v128.load(x, 80))
  b = f64x2.mul(v128.load(d, 16), v128.load(x, 64))
  a = plus(a, v128.load(d, 32), v128.load(x, 48))
  b = plus(b, v128.load(d, 96), v128.load(w, 176))
  a = plus(a, v128.load(d, 112), v128.load(w, 160))
  b = plus(b, v128.load(d, 128), v128.load(w, 144))
  v128.store(t, f64x2.add(a, b), 80)
  a = f64x2.mul(v128.load(d), v128.load(x, 96))
  b = f64x2.mul(v128.load(d, 16), v128.load(x, 80))
  a = plus(a, v128.load(d, 32), v128.load(x, 64))
  b = plus(b, v128.load(x, 48), v128.load(x, 48))
  a = plus(a, v128.load(d, 112), v128.load(w, 176))
  b = plus(b, v128.load(d, 128), v128.load(w, 160))
  a = plus(a, v128.load(x, 144), v128.load(w, 144))
  v128.store(t, f64x2.add(a, b), 96)
  a = f64x2.mul(v128.load(d), v128.load(x, 112))
  b = f64x2.mul(v128.load(d, 16), v128.load(x, 96))
  a = plus(a, v128.load(d, 32), v128.load(x, 80))
  b = plus(b, v128.load(d, 48), v128.load(x, 64))
  a = plus(a, v128.load(d, 128), v128.load(w, 176))
  b = plus(b, v128.load(d, 144), v128.load(w, 160))
  v128.store(t, f64x2.add(a, b), 112)
  a = f64x2.mul(v128.load(d), v128.load(x, 128))
  b = f64x2.mul(v128.load(d, 16), v128.load(x, 112))
  a = plus(a, v128.load(d, 32), v128.load(x, 96))
  b = plus(b, v128.load(d, 48), v128.load(x, 80))
  a = plus(a, v128.load(x, 64), v128.load(x, 64))
  b = plus(b, v128.load(d, 144), v128.load(w, 176))
  a = plus(a, v128.load(x, 160), v128.load(w, 160))
  v128.store(t, f64x2.add(a, b), 128)
  a = f64x2.mul(v128.load(d), v128.load(x, 144))
  b = f64x2.mul(v128.load(d, 16), v128.load(x, 128))
  a = plus(a, v128.load(d, 32), v128.load(x, 112))
  b = plus(b, v128.load(d, 48), v128.load(x, 96))
  a = plus(a, v128.load(d, 64), v128.load(x, 80))
  b = plus(b, v128.load(d, 160), v128.load(w, 176))
  v128.store(t, f64x2.add(a, b), 144)
  a = f64x2.mul(v128.load(d), v128.load(x, 160))
  b = f64x2.mul(v128.load(d, 16), v128.load(x, 144))
  a = plus(a, v128.load(d, 32), v128.load(x, 128))
  b = plus(b, v128.load(d, 48), v128.load(x, 112))
  a = plus(a, v128.load(d, 64), v128.load(x, 96))
  b = plus(b, v128.load(x, 80), v128.load(x, 80))
  a = plus(a, v128.load(x, 176), v128.load(w, 176))
  v128.store(t, f64x2.add(a, b), 160)
  a = f64x2.mul(v128.load(d), v128.load(x, 176))
  b = f64x2.mul(v128.load(d, 16), v128.load(x, 160))
  a = plus(a, v128.load(d, 32), v128.load(x, 144))
  b = plus(b, v128.load(d, 48), v128.load(x, 128))
  a = plus(a, v128.load(d, 64), v128.load(x, 112))
  b = plus(b, v128.load(d, 80), v128.load(x, 96))
  v128.store(t, f64x2.add(a, b), 176)
  settle(o, t)
}
