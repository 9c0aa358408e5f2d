/**
 * Draws values that malicious peers send: numbers at the edges of every type, keys that are no points or not of the
 * main subgroup, texts that are no UTF-8. The same for the same seed.
 *
 * @module
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { seededBelow } from '../random/sfc32.ts'
import type { Below } from '../mutation/mutate-bytes.ts'

const { Point } = ed25519

/** The points of order 1, 2, 4 and 8. */
const smallPoints = [
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  '00'.repeat(32),
  `${'00'.repeat(31)}80`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
].map(hexToBytes)

/** Second encodings of points, the group order and its neighbour, and all bits. */
const otherKeys = [
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
  'edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010',
  'ecd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010',
  'ff'.repeat(32),
].map(hexToBytes)

const goodPoints = Array.from({ length: 16 }, (_, i) => Point.BASE.multiply(BigInt(7 * i + 1)))
/** Valid, and outside the main subgroup. */
const mixedPoints = goodPoints
  .slice(0, 4)
  .map((point) => point.add(Point.fromBytes(smallPoints[6]!)).toBytes())
const usualKeys = goodPoints.map((point) => point.toBytes())
const strangeKeys = [...smallPoints, ...otherKeys, ...mixedPoints]

const smallNumbers = [0n, 1n, 2n, 3n, 10n, 16n, 63n, 64n, 127n, 128n, 255n, 256n, 16_383n, 16_384n]
const largeNumbers = [2n ** 16n, 2n ** 31n, 2n ** 32n, 2n ** 49n, 2n ** 53n, 2n ** 63n, 2n ** 64n]

/** Pieces of texts that readers treat specially. */
const textPieces = [
  ...'" \\ % %4 %41 & = ? # ; : , / @ . [ ] { } ( ) * + - < é 日本語 😀 null true 0x10 1e9'.split(
    ' ',
  ),
  ...' |\t|\r\n|\0|\ud800|\ufeff|\u2028|__proto__|constructor|18446744073709551616'.split('|'),
]

export class Draw {
  readonly below: Below
  /** How rarely a place of the input is false: in one of so many; never for 0. */
  readonly #rarity: number

  constructor(seed: number) {
    this.below = seededBelow(seed)
    this.#rarity = [0, 8, 40, 40, 200][this.below(5)]!
  }

  /** Whether the next place of the input is false. */
  lies(): boolean {
    return this.#rarity > 0 && this.below(this.#rarity) === 0
  }

  /** True in one of so many. */
  oneIn(many: number): boolean {
    return this.below(many) === 0
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }

  bytes(length: number): Uint8Array {
    const bytes = new Uint8Array(length)
    for (let at = 0; at < length; at++) bytes[at] = this.below(256)
    return bytes
  }

  /** 32 bytes, mostly a point of the main subgroup. */
  key(): Uint8Array {
    if (this.lies()) return this.oneIn(3) ? this.bytes(32) : this.pick(strangeKeys)
    return this.pick(usualKeys)
  }

  /** A u64, mostly small. */
  u64(): bigint {
    if (this.lies()) return this.#edge() & (2n ** 64n - 1n)
    return BigInt(this.below(5) === 0 ? this.below(2 ** 32) : this.below(300))
  }

  /** A whole number at an edge of some type, also below zero and above 2^64. */
  number(): bigint {
    const edge = this.#edge()
    return this.oneIn(4) ? -edge : edge
  }

  #edge(): bigint {
    const around = this.pick(this.oneIn(2) ? smallNumbers : largeNumbers)
    return around - BigInt(this.below(2))
  }

  /** How many items a list has: few, rarely many. */
  count(most: number): number {
    return this.oneIn(100) ? this.below(40 * most) : this.below(most + 1)
  }

  text(most = 12): string {
    let text = ''
    for (let left = this.count(most); left > 0; left--)
      text += this.lies() ? this.pick(textPieces) : String.fromCharCode(97 + this.below(26))
    return text
  }

  /** Bytes of a text; where it lies, not UTF-8. */
  textBytes(most = 12): Uint8Array {
    const bytes = utf8ToBytes(this.text(most))
    return this.lies() ? concatBytes(bytes, Uint8Array.of(this.pick([0x80, 0xc3, 0xff]))) : bytes
  }

  /** So many hex digits; where it lies, others. */
  hex(bytes: number): string {
    const text = Buffer.from(bytes === 32 ? this.key() : this.bytes(bytes)).toString('hex')
    if (!this.lies()) return text
    return this.pick([
      text.toUpperCase(),
      text.slice(1),
      `${text}00`,
      `0x${text}`,
      text.replace('0', 'g'),
      '',
    ])
  }
}
