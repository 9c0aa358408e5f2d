/**
 * Constants of the curve -x² + y² = 1 + d·x²·y² over the field, and of the map to it.
 *
 * @module
 */
import { fromBytes } from './field-bytes.ts'
import { add, mul } from './field.ts'
import { FE } from '../memory.ts'

const elements: usize = memory.data(9 * 40, 16)

/** d = -121665/121666 */
export const d: usize = elements
export const twiceD: usize = elements + FE
/** A root of -1: 2^((p-1)/4). */
export const rootOfMinusOne: usize = elements + 2 * FE
/** A = 486662 of the Montgomery form. */
export const montgomeryA: usize = elements + 3 * FE
export const montgomeryA2: usize = elements + 4 * FE
/** Roots of -2A(A+2), 2A(A+2), -iA(A+2) and iA(A+2), i the root of -1. */
export const mapRoots: usize = elements + 5 * FE

const bytes: usize = memory.data<u64>([
  0x75eb4dca135978a3, 0x00700a4d4141d8ab, 0x8cc740797779e898, 0x52036cee2b6ffe73,
  0xc4ee1b274a0ea0b0, 0x2f431806ad2fe478, 0x2b4d00993dfbd7a7, 0x2b8324804fc1df0b,
  0xdd58968acde3bdff, 0x2e6bfb5746d58c72, 0xdf563ac8be04e61c, 0x018e04102529e4e8,
  0x2d219b7c9f83650d, 0xae21fcb9fba90820, 0x6e2bae483fe9a041, 0x32f9e1f5fba5d309,
  0x581b7d8717302c66, 0x4024ff4ea5964229, 0xb89546403f0da2ed, 0x674a110d14c208ef,
  0x7ac2e6fc494c6e67, 0x11b903f75ec0b5b6, 0xd93f0b778108bcd1, 0x65bc0cfcef982406,
])

/** The base point G: y = 4/5, x even. */
export const G: usize = memory.data<u64>([
  0x6666666666666658, 0x6666666666666666, 0x6666666666666666, 0x6666666666666666,
])
/** The second generator of commitments. @see monero src/ringct/rctTypes.h H */
export const H: usize = memory.data<u64>([
  0xaf9937157059658b, 0xead0adf19fdcea2a, 0xa9cf5441d551726c, 0x941f9cd30d3a172c,
])

export function initialize(): void {
  fromBytes(d, bytes)
  add(twiceD, d, d)
  fromBytes(rootOfMinusOne, bytes + 32)
  store<i32>(montgomeryA, 486662)
  mul(montgomeryA2, montgomeryA, montgomeryA)
  for (let i: usize = 0; i < 4; i++) fromBytes(mapRoots + FE * i, bytes + 64 + 32 * i)
}
