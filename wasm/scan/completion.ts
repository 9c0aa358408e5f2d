/**
 * The last step of doubling and addition: the products of E, F, G and H.
 *
 * @see H. Hisil et al., "Twisted Edwards Curves Revisited", sections 3.1 and 3.3
 * @module
 */
import { mul } from './field.ts'
import { FE, POINTS, groupScratch } from './layout.ts'

/** The operands, one after another, as in a point. */
export const e: usize = groupScratch + POINTS
const f: usize = groupScratch + POINTS + FE
const g: usize = groupScratch + POINTS + 2 * FE
const h: usize = groupScratch + POINTS + 3 * FE

/** X = E·F, Y = G·H, Z = F·G, and T = E·H if an addition follows. */
export function complete(o: usize, withT: bool): void {
  mul(o, e, f)
  mul(o + FE, g, h)
  mul(o + 2 * FE, f, g)
  if (withT) mul(o + 3 * FE, e, h)
}
