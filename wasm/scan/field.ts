/**
 * The field for the rest of the kernel: four elements at a time, in either arithmetic.
 *
 * Products take *settled* elements. All results here are settled, except those of `add` and `sub`: these are
 * *loose*, and must be settled first.
 *
 * @module
 */
import * as fmaBytes from '../fma/bytes.ts'
import * as columns from '../fma/columns.ts'
import * as fma from '../fma/field.ts'
import { FE, HALF, columnScratch, groupScratch } from './layout.ts'
import * as plainBytes from './plain/bytes.ts'
import * as plain from './plain/field.ts'
import * as plainProduct from './plain/product.ts'
import * as plainSquare from './plain/square.ts'

export function initialize(): void {
  if (ASC_FEATURE_RELAXED_SIMD) fma.initialize(groupScratch)
  else plain.initialize()
}

/** o = x·y */
export function mul(o: usize, x: usize, y: usize): void {
  mulHalf(o, x, y)
  mulHalf(o + HALF, x + HALF, y + HALF)
}

function mulHalf(o: usize, x: usize, y: usize): void {
  if (ASC_FEATURE_RELAXED_SIMD) columns.product<columns.Limbs>(o, x, y)
  else plainProduct.mul(o, x, y, columnScratch)
}

/** o = x² */
export function sq(o: usize, x: usize): void {
  sqHalf(o, x)
  sqHalf(o + HALF, x + HALF)
}

function sqHalf(o: usize, x: usize): void {
  if (ASC_FEATURE_RELAXED_SIMD) columns.square<columns.Limbs>(o, x)
  else plainSquare.sq(o, x)
}

/** o = x, settled. */
export function settle(o: usize, x: usize): void {
  settleHalf(o, x)
  settleHalf(o + HALF, x + HALF)
}

function settleHalf(o: usize, x: usize): void {
  if (ASC_FEATURE_RELAXED_SIMD) fma.settle(o, x)
  else plain.settle(o, x)
}

/** o = x^(2^n), n at least 1. */
export function sqTimes(o: usize, x: usize, n: i32): void {
  sq(o, x)
  for (; n > 1; n--) sq(o, o)
}

export function add(o: usize, x: usize, y: usize): void {
  for (let i: usize = 0; i < FE; i += 16) {
    v128.store(o + i, f64x2.add(v128.load(x + i), v128.load(y + i)))
    const j = i + HALF
    v128.store(o + j, f64x2.add(v128.load(x + j), v128.load(y + j)))
  }
}

export function sub(o: usize, x: usize, y: usize): void {
  for (let i: usize = 0; i < FE; i += 16) {
    v128.store(o + i, f64x2.sub(v128.load(x + i), v128.load(y + i)))
    const j = i + HALF
    v128.store(o + j, f64x2.sub(v128.load(x + j), v128.load(y + j)))
  }
}

export function copy(o: usize, x: usize): void {
  for (let i: usize = 0; i < FE; i += 16) {
    v128.store(o + i, v128.load(x + i))
    v128.store(o + i + HALF, v128.load(x + i + HALF))
  }
}

/** o = n, the same four times, for a small n. */
export function small(o: usize, n: f64): void {
  for (let i: usize = 0; i < FE; i += 16) {
    const limb = f64x2.splat(i === 0 ? n : 0)
    v128.store(o + i, limb)
    v128.store(o + i + HALF, limb)
  }
}

/** Address of one of the four elements of x; its limbs are 16 bytes apart. */
export function lane(x: usize, which: usize): usize {
  return x + (which >> 1) * HALF + ((which & 1) << 3)
}

/** Reads 255 bits into one lane, in limbs that have to be settled. */
export function fromBytes(o: usize, bytes: usize): void {
  if (ASC_FEATURE_RELAXED_SIMD) fmaBytes.fromBytes(o, bytes)
  else plainBytes.fromBytes(o, bytes)
}

/** Writes one lane, between 0 and p - 1, as 32 little-endian bytes. Accepts loose elements. */
export function toBytes(bytes: usize, x: usize): void {
  if (ASC_FEATURE_RELAXED_SIMD) fmaBytes.toBytes(bytes, x)
  else plainBytes.toBytes(bytes, x)
}

/** o = x, of one lane each. */
export function copyLane(o: usize, x: usize): void {
  for (let i: usize = 0; i < FE; i += 16) store<f64>(o + i, load<f64>(x + i))
}

/** o = n, of one lane, for a small n. */
export function smallLane(o: usize, n: f64): void {
  for (let i: usize = 0; i < FE; i += 16) store<f64>(o + i, i === 0 ? n : 0)
}

/** x = -x, of one lane. */
export function negateLane(x: usize): void {
  for (let i: usize = 0; i < FE; i += 16) store<f64>(x + i, -load<f64>(x + i))
}
