/**
 * The field of integers mod p = 2^255 - 19 in doubles, multiplied by fused multiply-adds.
 *
 * An element is x0 + x1·2^51 + x2·2^102 + x3·2^153 + x4·2^204, its limbs doubles that are integers, of
 * either sign. Two sizes occur: *settled* limbs, at most S = 2^50 + 2^10 in absolute value, which every
 * result of a carry is; and *loose* ones, the sum or difference of two settled elements, at most 2·S.
 *
 * A product of limbs has 100 bits and more, and two fused operations give all of them. With R = 1.5·2^103,
 * whose last place is 2^51,
 *
 *     h = x·y + R            rounds x·y to a multiple of 2^51, and
 *     l = x·y + (R - h)      is the rounding error: exact, between -2^50 and 2^50.
 *
 * R - h is exact as well (both are multiples of 2^51 below 2^104). All this needs |x·y| < 2^102, so that
 * h stays between 2^103 and 2^104. The bits of such an h, read as an integer, are a constant plus
 * (h - R)/2^51; those of l + 1.5·2^52 are a constant plus l. So a column of a product is summed in 64-bit
 * integers, and the sum of the constants is subtracted once, in the carry.
 *
 * Without fused operations none of this holds: see `exact.ts`.
 *
 * @see T. J. Dekker, "A floating-point technique for extending the available precision", for l
 * @module
 */
import * as column from './columns.ts'

/** Bytes of two elements: five vectors, each with a limb of both. */
export const FE: usize = 80

const two10: f64 = 1024
const two50: f64 = 1125899906842624
const two51: f64 = 2 * two50
const two52: f64 = 4 * two50
const two103: f64 = two51 * two52

const constants: usize = memory.data(9 * 16, 16)

/** R, in both lanes. */
export const ROUND: usize = constants
/** R + 1.5·2^52: used as the R of l, the bits are l plus a constant. */
export const SPLIT: usize = constants + 16
export const MASK: usize = constants + 32
export const BITS: usize = constants + 48
export const LIMB_OFFSET: usize = constants + 64
export const TOP_OFFSET: usize = constants + 80
export const NINETEEN: usize = constants + 96
const PER_LIMB: usize = constants + 112
const NINETEEN_PER_LIMB: usize = constants + 128

const biases: usize = memory.data(6 * 80, 16)

/**
 * Added in carries to columns of a product, of a sum or of a difference of two.
 *
 * A column of a product has at most five l (2^50) and five h/2^51 (2^49, or 2^50 where one operand is loose),
 * and 19 times as much from above 2^255: less than 2^58. Combinations take up to four squares or two
 * products, so that columns stay below 2^60 and, with 2^62 added, are shifted without a sign. The last column has
 * one h from above 2^255, and no l: it is below 66·2^50, its carry below 2^6, and 19 times that below 2^10.
 */
export const PRODUCT: usize = biases
export const TWO_PRODUCTS: usize = biases + 80
export const TWO_LOOSE_PRODUCTS: usize = biases + 160
export const SQUARE: usize = biases + 240
export const TWO_SQUARES: usize = biases + 320
export const BALANCED: usize = biases + 400

/** Makes a column positive, so that it can be shifted, and centres its lowest 51 bits on zero. */
const OFFSET: u64 = 0x4004000000000000 // 2^62 + 2^50
/** The offset's part of the carry, 2^11. */
const CARRIED: u64 = OFFSET >> 51

/** Computes the constants. @param scratch - Room for two elements; the first is 0, the second is overwritten. */
export function initialize(scratch: usize): void {
  v128.store(ROUND, f64x2.splat(1.5 * two103))
  v128.store(SPLIT, f64x2.splat(1.5 * two103 + 1.5 * two52))
  v128.store(MASK, i64x2.splat(0x7ffffffffffff))
  v128.store(BITS, f64x2.splat(two52))
  v128.store(LIMB_OFFSET, f64x2.splat(two52 + two50))
  v128.store(TOP_OFFSET, f64x2.splat(two52 + 2 * two10))
  v128.store(NINETEEN, f64x2.splat(19))
  v128.store(PER_LIMB, f64x2.splat(1 / two51))
  v128.store(NINETEEN_PER_LIMB, f64x2.splat(19 / two51))
  // The columns of 0·0 are only the constants.
  const zero = scratch
  const columns = scratch + FE
  column.product<column.Columns>(columns, zero, zero)
  setBias(PRODUCT, columns, 1)
  setBias(TWO_PRODUCTS, columns, 2)
  column.looseProduct(columns, zero, zero)
  setBias(TWO_LOOSE_PRODUCTS, columns, 2)
  column.square<column.Columns>(columns, zero)
  setBias(SQUARE, columns, 1)
  setBias(TWO_SQUARES, columns, 2)
  setBias(BALANCED, columns, 0)
}

function setBias(bias: usize, columns: usize, times: u64): void {
  for (let i: usize = 0; i < FE; i += 8) {
    const offset = i < 16 ? OFFSET : OFFSET - CARRIED
    store<u64>(bias + i, offset - times * load<u64>(columns + i))
  }
}

/** o = x + y, settled: each limb is rounded to a multiple of 2^51, which goes up and 2^255 of which come back. */
export function settledSum(o: usize, x: usize, y: usize): void {
  settleLimbs(
    o,
    f64x2.add(v128.load(x), v128.load(y)),
    f64x2.add(v128.load(x, 16), v128.load(y, 16)),
    f64x2.add(v128.load(x, 32), v128.load(y, 32)),
    f64x2.add(v128.load(x, 48), v128.load(y, 48)),
    f64x2.add(v128.load(x, 64), v128.load(y, 64)),
  )
}

/** o = x settled, whose limbs are below 2^53: they get carries of up to 4 from below, limb 0 19 times that. */
export function settle(o: usize, x: usize): void {
  settleLimbs(
    o,
    v128.load(x),
    v128.load(x, 16),
    v128.load(x, 32),
    v128.load(x, 48),
    v128.load(x, 64),
  )
}

function settleLimbs(o: usize, x0: v128, x1: v128, x2: v128, x3: v128, x4: v128): void {
  const round = v128.load(ROUND)
  const perLimb = v128.load(PER_LIMB)
  const c0 = f64x2.sub(f64x2.add(x0, round), round)
  const c1 = f64x2.sub(f64x2.add(x1, round), round)
  const c2 = f64x2.sub(f64x2.add(x2, round), round)
  const c3 = f64x2.sub(f64x2.add(x3, round), round)
  const c4 = f64x2.sub(f64x2.add(x4, round), round)
  v128.store(o, f64x2.relaxed_madd(c4, v128.load(NINETEEN_PER_LIMB), f64x2.sub(x0, c0)))
  v128.store(o, f64x2.relaxed_madd(c0, perLimb, f64x2.sub(x1, c1)), 16)
  v128.store(o, f64x2.relaxed_madd(c1, perLimb, f64x2.sub(x2, c2)), 32)
  v128.store(o, f64x2.relaxed_madd(c2, perLimb, f64x2.sub(x3, c3)), 48)
  v128.store(o, f64x2.relaxed_madd(c3, perLimb, f64x2.sub(x4, c4)), 64)
}
