/**
 * What cases are made of: numbers, points worth a second look, and random ones.
 *
 * @module
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { count, seed } from '../../support/random/case-counts.ts'

export const hex = bytesToHex
export const bytes = hexToBytes

/** Order of the main subgroup. */
export const l = 2n ** 252n + 27742317777372353535851937790883648493n
/** Order of the field. */
export const p = 2n ** 255n - 19n

/** 32 bytes, little endian. */
export const number32 = (n: bigint) =>
  Uint8Array.from({ length: 32 }, (_, i) => Number((n >> BigInt(8 * i)) & 255n))

export const toNumber = (scalar: Uint8Array) =>
  scalar.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n)

export const zero = number32(0n)
export const one = number32(1n)
export const identity = number32(1n)
export const allOnes = new Uint8Array(32).fill(0xff)

/** The base point: y = 4/5, x even. */
export const G = bytes('58' + '66'.repeat(31))
/** @see monero src/ringct/rctTypes.h H */
export const H = bytes('8b655970153799af2aeadc9ff1add0ea6c7251d54154cfa92c173a0dd39c1f94')

/** The points outside the main subgroup of order 2, 4 and 8, and the identity, by order. */
export const smallOrder: readonly (readonly [number, Uint8Array])[] = [
  [1, identity],
  [2, number32(p - 1n)],
  [4, zero],
  [4, number32(2n ** 255n)],
  [8, bytes('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05')],
  [8, bytes('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85')],
  [8, bytes('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a')],
  [8, bytes('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa')],
]

/** Of order 8. */
export const torsion = smallOrder[4]![1]

const signBit = 2n ** 255n

/** Bytes that are no point although the number in them would be one, or has no x. */
export const noPoints: readonly (readonly [string, Uint8Array])[] = [
  ['the identity with a sign', number32(1n + signBit)],
  ['the point of order 2 with a sign', number32(p - 1n + signBit)],
  ['p, that is 0', number32(p)],
  ['p with a sign', number32(p + signBit)],
  ['p + 1, that is 1', number32(p + 1n)],
  ['p + 1 with a sign', number32(p + 1n + signBit)],
  ['p + 3, that is 3', number32(p + 3n)],
  ['2^255 - 1, that is 18', number32(signBit - 1n)],
  ['all ones', allOnes],
  ['2, which has no x', number32(2n)],
  ['2 with a sign', number32(2n + signBit)],
]

/** Scalars at the ends of what is canonical, and beyond. */
export const edgeNumbers = [
  0n,
  1n,
  2n,
  8n,
  15n,
  16n,
  255n,
  256n,
  l / 2n,
  l - 2n,
  l - 1n,
  l,
  l + 1n,
  2n * l - 1n,
  2n * l,
  2n ** 252n,
  2n ** 253n,
  8n * l,
  15n * l,
  signBit - 1n,
  signBit,
  2n ** 256n - 1n,
]

export const anyBytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })

/** Any 256-bit number, edges often. */
export const anyNumber = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...edgeNumbers) },
  { weight: 3, arbitrary: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }) },
)
/** Any canonical scalar, edges often. */
export const anyScalar = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...edgeNumbers.filter((n) => n < l)) },
  { weight: 3, arbitrary: fc.bigInt({ min: 0n, max: l - 1n }) },
)
export const anyAmount = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
export const anyIndex = fc.integer({ min: 0, max: 0xffffffff })

/** Parameters of a law tried `small` times in `npm test` and `full` times in `npm run proof`. */
export const runs = (small: number, full: number) => ({ numRuns: count(small, full), seed: seed() })

/** The same bytes with one bit turned. */
export function flip(bytes: Uint8Array, bit: number): Uint8Array {
  const changed = bytes.slice()
  changed[(bit >> 3) % bytes.length]! ^= 1 << (bit & 7)
  return changed
}
