/**
 * Folds the generators of an inner product, in variable time: the scalars are public.
 *
 * @module
 */
import { POINT, alloc, mark, release } from '../memory.ts'
import * as scalar from '../curve/scalar.ts'
import {
  FORM,
  ODD_MULTIPLES,
  nonAdjacentForms,
  oddMultiples,
  sumOfForms,
} from '../curve/vartime.ts'

/**
 * Folds a vector to half its length, in place: `low` times the first half plus `high` times the second.
 *
 * @param weights - If an earlier fold of the vector is pending: the scalars of its `spread` parts.
 */
export function foldVector(
  vector: usize,
  half: u32,
  weights: usize,
  spread: u32,
  low: usize,
  high: usize,
): void {
  const from = mark()
  const terms: u32 = 2 * spread
  const scalars = alloc(32 * terms)
  const forms = alloc(FORM * terms)
  const tables = alloc(ODD_MULTIPLES * terms)
  for (let s: u32 = 0; s < spread; s++) {
    scalar.mul(scalars + 64 * s, weights + 32 * s, low)
    scalar.mul(scalars + 64 * s + 32, weights + 32 * s, high)
  }
  nonAdjacentForms(forms, scalars, terms)
  for (let i: u32 = 0; i < half; i++) {
    for (let k: u32 = 0; k < terms; k++)
      oddMultiples(tables + ODD_MULTIPLES * k, vector + POINT * (i + half * k))
    sumOfForms(vector + POINT * i, forms, tables, terms)
  }
  release(from)
}
