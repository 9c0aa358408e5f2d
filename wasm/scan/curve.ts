/**
 * Constants of the curve -x² + y² = 1 + d·x²·y², each in all four lanes.
 *
 * @module
 */
import * as field from './field.ts'
import { FE, POINTS } from './layout.ts'

const elements: usize = memory.data(ASC_FEATURE_RELAXED_SIMD ? 640 : 1536, 16)

/** d = -121665/121666 */
export const d: usize = elements
export const twiceD: usize = elements + FE
/** A root of -1: 2^((p-1)/4). */
export const rootOfMinusOne: usize = elements + 2 * FE
export const one: usize = elements + 3 * FE

const bytesOfD: usize = memory.data<u64>([
  0x75eb4dca135978a3, 0x00700a4d4141d8ab, 0x8cc740797779e898, 0x52036cee2b6ffe73,
])
const bytesOfRoot: usize = memory.data<u64>([
  0xc4ee1b274a0ea0b0, 0x2f431806ad2fe478, 0x2b4d00993dfbd7a7, 0x2b8324804fc1df0b,
])

/** -G, of the base point G with y = 4/5 and x even. */
export const minusG: usize = memory.data<u64>([
  0x6666666666666658, 0x6666666666666666, 0x6666666666666666, 0xe666666666666666,
])

export function initialize(): void {
  for (let which: usize = 0; which < 4; which++) {
    field.fromBytes(field.lane(d, which), bytesOfD)
    field.fromBytes(field.lane(rootOfMinusOne, which), bytesOfRoot)
  }
  field.settle(d, d)
  field.settle(rootOfMinusOne, rootOfMinusOne)
  field.add(twiceD, d, d)
  field.settle(twiceD, twiceD)
  field.small(one, 1)
}
