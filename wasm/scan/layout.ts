/**
 * The layout of numbers in memory, and the function that wipes all that may hold secrets.
 *
 * Four points are processed together: two in the lanes of a vector, and two such *halves*, whose
 * instructions are independent. An element of the field is {@link LIMBS} vectors of two
 * doubles; its other half follows at {@link HALF}. So four points are four coordinates of the
 * first half, then four of the second, and a `usize` points to all of them.
 *
 * The compiler selects the kernel: with relaxed SIMD `fma/`, without it `plain/`.
 *
 * @module
 */
import { wipe as wipeArena } from '../assembly/memory.ts'

/** Vectors of an element. */
export const LIMBS: usize = ASC_FEATURE_RELAXED_SIMD ? 5 : 12
/** Bytes of one half of an element. */
export const FE: usize = 16 * LIMBS
/** Offset from the first half of an element to the second. */
export const HALF: usize = 4 * FE
/** Bytes of four points: X, Y, Z, T of either half. Also of four cached points. */
export const POINTS: usize = 2 * HALF

const SCRATCH: i32 = ASC_FEATURE_RELAXED_SIMD ? 7 * 640 : 7 * 1536
const scratch: usize = memory.data(SCRATCH, 16)

/** Temporaries of the point formulas. Eight elements. */
export const groupScratch: usize = scratch
/** Temporaries of powers. Four elements. */
export const powerScratch: usize = scratch + 2 * POINTS
/** Temporaries of decoding and encoding. Eight elements. */
export const codeScratch: usize = scratch + 3 * POINTS
/** A selected table entry. */
export const entryScratch: usize = scratch + 5 * POINTS

/** Columns of a product, and prepared operands. */
export const columnScratch: usize = scratch + 6 * POINTS

/** Zeroes all memory that a call may have written, and empties the arena. */
export function wipe(): void {
  memory.fill(scratch, 0, SCRATCH)
  wipeArena()
}
