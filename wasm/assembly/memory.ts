/**
 * The layout of linear memory, and the function that wipes all that may hold secrets.
 *
 * Tables (public, filled once) are static data of the files that own them. All else is either in `scratch`,
 * temporaries at fixed addresses, or in the arena after the static data, which grows upwards and is released
 * as a stack. `wipe` clears both; the host calls it at the end of every call.
 *
 * @module
 */

/** Bytes of a field element (ten 32-bit limbs). */
export const FE: usize = 40
/** Bytes of a point: X, Y, Z, T. Also of a cached point. */
export const POINT: usize = 4 * FE
/** Bytes of an affine table entry. */
export const AFFINE: usize = ASC_FEATURE_RELAXED_SIMD ? POINT : 3 * FE

const SCRATCH: i32 = 3136
const scratch: usize = memory.data(SCRATCH, 16)
/** Six pairs of field elements for powers; codecs use the first. */
export const fieldScratch: usize = scratch
/** Twelve field elements for the group law. */
export const pointScratch: usize = scratch + 512
/** Eight field elements for the map to the curve. */
export const mapScratch: usize = scratch + 1024
/** Columns of a scalar product, 64-bit words, then the operands' limbs. */
export const scalarScratch: usize = scratch + 1536
/** 200 bytes of keccak's state. */
export const keccakState: usize = scratch + 2048
/** Digits of a scalar, 80 bytes. */
export const digitScratch: usize = scratch + 2304
/** One selected table entry. */
export const entryScratch: usize = scratch + 2432
/** Six pairs of field elements for the group law in vectors. */
export const vectorScratch: usize = scratch + 2624

/** Largest allocation, and end of the arena: far enough below 2^32 that no sum wraps. */
const LARGEST: usize = 0x3fffffff
let top: usize = 0
let high: usize = 0

function bottom(): usize {
  return (__heap_base + 15) & ~15
}

/** Allocates `size` bytes of the arena, 16-byte aligned, not cleared. */
export function alloc(size: usize): usize {
  if (top === 0) top = bottom()
  const at = top
  const end = (at + size + 15) & ~15
  // A failed allocation must not return an invalid pointer: it traps.
  if (size > LARGEST || at > LARGEST) unreachable()
  const missing = <i64>end - ((<i64>memory.size()) << 16)
  if (missing > 0 && memory.grow(<i32>((missing + 0xffff) >> 16)) < 0) unreachable()
  top = end
  if (top > high) high = top
  return at
}

/** The top of the arena, for {@link release}. */
export function mark(): usize {
  return top === 0 ? bottom() : top
}

/** Releases everything allocated since {@link mark}; `wipe` clears it at the end of the call. */
export function release(to: usize): void {
  top = to
}

/** Zeroes all memory that a call may have written, and empties the arena. */
export function wipe(): void {
  memory.fill(scratch, 0, SCRATCH)
  const from = bottom()
  if (high > from) memory.fill(from, 0, high - from)
  top = from
  high = from
}
