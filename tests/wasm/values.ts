/**
 * Scalars and points to try things with: ordinary ones, and all that are known to be awkward.
 *
 * @module
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToNumberLE, hexToBytes, numberToBytesLE } from '@noble/curves/utils.js'
import type { RandomBytes } from '#wasm/types.ts'

const { Point } = ed25519
const order = Point.Fn.ORDER
const prime = Point.Fp.ORDER
const all = 2n ** 256n - 1n

const le32 = (n: bigint) => numberToBytesLE(n & all, 32)

/** Zero, one, both sides of l, of its multiples and of powers of two; ones throughout. */
export const edgeScalars = [
  0n,
  1n,
  2n,
  7n,
  8n,
  15n,
  16n,
  ...[1n, 2n, 8n, 15n].flatMap((n) => [n * order - 1n, n * order, n * order + 1n]),
  ...[28n, 56n, 64n, 125n, 128n, 224n, 251n, 252n, 253n, 254n, 255n].flatMap((bits) => [
    2n ** bits - 1n,
    2n ** bits,
  ]),
  // Digits of -8, 7 and 8 throughout.
  BigInt(`0x${'8'.repeat(63)}`),
  BigInt(`0x${'7'.repeat(64)}`),
  BigInt(`0x${'8'.repeat(64)}`),
  all,
].map(le32)

/** The eight points of small order. */
export const smallOrder = [
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0000000000000000000000000000000000000000000000000000000000000080',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
].map((hex) => hexToBytes(hex))

const sign = 2n ** 255n

/** y at and above p, with either sign; x = 0 with a sign; ones throughout. Whether points or none. */
export const edgeEncodings = [
  ...Array.from({ length: 20 }, (_, i) => prime + BigInt(i)).flatMap((y) => [y, y | sign]),
  sign | 1n,
  sign | (prime - 1n),
  prime - 2n,
  prime - 3n,
  2n,
  3n,
  4n,
  5n,
  all,
].map(le32)

/** A canonical scalar. */
export const randomScalar = (random: RandomBytes) =>
  numberToBytesLE(Point.Fn.create(bytesToNumberLE(random(32))), 32)

/** A point of the main subgroup. */
export const randomPoint = (random: RandomBytes): Uint8Array =>
  Point.BASE.multiply(1n + bytesToNumberLE(random(31))).toBytes()

/** A point of the main subgroup, and a point of small order added. */
export const randomTwistedPoint = (random: RandomBytes): Uint8Array =>
  Point.fromBytes(randomPoint(random))
    .add(Point.fromBytes(smallOrder[random(1)[0]! & 7]!, true))
    .toBytes()

/** One of all of these; edge values are about a third. */
export function anyScalar(random: RandomBytes): Uint8Array {
  const [kind, index] = random(2) as unknown as [number, number]
  if (kind < 80) return edgeScalars[index % edgeScalars.length]!
  return kind < 160 ? random(32) : randomScalar(random)
}

/** Points, and bytes that may be none; a third is ordinary. */
export function anyPoint(random: RandomBytes): Uint8Array {
  const [kind, index] = random(2) as unknown as [number, number]
  if (kind < 30) return edgeEncodings[index % edgeEncodings.length]!
  if (kind < 60) return smallOrder[index % 8]!
  if (kind < 90) return random(32)
  return kind < 170 ? randomTwistedPoint(random) : randomPoint(random)
}
