/**
 * Generators whose discrete logarithms to G and to each other are unknown.
 *
 * @module
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { hashToPoint } from './hash-to-point.ts'
import { decodeOwn, encode, G, times8, type Point } from './points.ts'
import { varint } from './varint.ts'

/** H, the generator of amounts: 8 times the point that keccak(G) encodes. @see monero src/ringct/rctTypes.h H */
export const H = times8(decodeOwn('keccak(G)', keccak_256(encode(G)))).precompute()

const base = encode(H)
const domain = utf8ToBytes('bulletproof_plus')
const made: { Gi: Point; Hi: Point }[] = []

/** The pairs 0 .. count - 1. @see monero src/ringct/bulletproofs_plus.cc get_exponent */
export function rangeGenerators(count: number): readonly { Gi: Point; Hi: Point }[] {
  for (let i = made.length; i < count; i++)
    made.push({ Gi: exponent(2 * i + 1), Hi: exponent(2 * i) })
  return made.slice(0, count)
}

const exponent = (index: number) =>
  hashToPoint(keccak_256(concatBytes(base, domain, varint(index))))
