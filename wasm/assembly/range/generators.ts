/**
 * The vectors G and H of Bulletproofs+, affine, computed on demand.
 *
 * @module
 */
import { H } from '../curve/curve.ts'
import { keccak256 } from '../keccak.ts'
import { writeVarint } from '../keys.ts'
import { hashToPoint } from '../curve/map.ts'
import { AFFINE, POINT, alloc, mark, release } from '../memory.ts'
import { toAffineAll } from '../curve/normalize.ts'

/** Bits of an amount, and amounts of a proof. @see monero src/ringct/bulletproofs_plus.cc maxN, maxM */
export const BITS: u32 = 64
const MOST_AMOUNTS: u32 = 16

/** 16·64 pairs; a pair is H_i, then G_i. */
const table: usize = memory.data(ASC_FEATURE_RELAXED_SIMD ? 2 * 1024 * 160 : 2 * 1024 * 120, 16)
/** Pairs computed so far. */
let made: u32 = 0

/** "bulletproof_plus". @see monero src/cryptonote_config.h HASH_KEY_BULLETPROOF_PLUS_EXPONENT */
const domain: usize = memory.data<u8>([
  98, 117, 108, 108, 101, 116, 112, 114, 111, 111, 102, 95, 112, 108, 117, 115,
])

/** All generators in one row: H_0, G_0, H_1, G_1, ... */
export function generators(): usize {
  return table
}

export function generatorH(i: u32): usize {
  return table + AFFINE * (2 * i)
}

export function generatorG(i: u32): usize {
  return table + AFFINE * (2 * i + 1)
}

/** Computes the first `count` pairs, at most 1024. */
export function makeGenerators(count: u32): void {
  if (made >= count) return
  const from = mark()
  const points = alloc(POINT * 2 * (count - made))
  for (let i = 2 * made; i < 2 * count; i++) makeGenerator(points + POINT * (i - 2 * made), i)
  toAffineAll(generatorH(made), points, 2 * (count - made))
  made = count
  release(from)
}

/** @see monero src/ringct/bulletproofs_plus.cc get_exponent */
function makeGenerator(o: usize, index: u32): void {
  const from = mark()
  const data = alloc(64)
  memory.copy(data, H, 32)
  memory.copy(data + 32, domain, 16)
  keccak256(data, data, writeVarint(data + 48, index) - data)
  hashToPoint(o, data, 32)
  release(from)
}
