/**
 * Writes the code of the upper half of a 128-bit product, which WebAssembly lacks.
 *
 * It stands inline: a call would cost as much as the product.
 *
 * @module
 * @see H. S. Warren, Hacker's Delight, 8-2
 */
import { op, type Code } from './code.ts'

/** Two local variables of 64 bits for sums. */
type Temporary = { low: number; middle: number }

/** Pushes the upper half of the product of two locals, as unsigned integers. */
export function highUnsigned(code: Code, a: number, b: number, temporary: Temporary) {
  high(code, a, b, temporary, op.i64ShrU)
}

/** The same as signed integers: the upper halves carry the signs, and no sum overflows. */
export function highSigned(code: Code, a: number, b: number, temporary: Temporary) {
  high(code, a, b, temporary, op.i64ShrS)
}

function high(code: Code, a: number, b: number, { low, middle }: Temporary, shift: number) {
  const lower = (value: number) => code.get(value).i64Wide(0xffff_ffffn).byte(op.i64And)
  const upper = (value: number) => code.get(value).i64(32).byte(shift)
  upper(a)
  lower(b).byte(op.i64Mul)
  lower(a)
  lower(b).byte(op.i64Mul).i64(32).byte(op.i64ShrU).byte(op.i64Add).set(low)
  lower(a)
  upper(b).byte(op.i64Mul)
  lower(low).byte(op.i64Add).set(middle)
  upper(a)
  upper(b).byte(op.i64Mul)
  upper(low).byte(op.i64Add)
  upper(middle).byte(op.i64Add)
}
