/**
 * CLSAG: one ring signature that proves both ownership and balance.
 *
 * @see https://eprint.iacr.org/2019/654
 * @module
 */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Clsag } from '#protocol/chain/ringct.ts'
import type { ClsagToSign, ClsagToVerify, RandomBytes, RingMember } from '../types.ts'
import { checkInteger, checkLength } from '../arguments.ts'
import { hashToPoint } from './hash-to-point.ts'
import { hedgedNonces } from './hedge.ts'
import {
  decode,
  decodeOwn,
  encode,
  G,
  multiply,
  sumOfProducts,
  times8,
  type Point,
} from './points.ts'
import { eighth, hashToScalar, readCanonical, readScalar, reduce, writeScalar } from './scalars.ts'

/** @see monero src/ringct/rctSigs.cpp CLSAG_Gen, proveRctCLSAGSimple */
export function signClsag(
  random: RandomBytes,
  input: ClsagToSign,
): { signature: Clsag; keyImage: Uint8Array } {
  const { message, ring, realIndex } = input
  checkLength('message', message, 32)
  checkInteger('realIndex', realIndex, ring.length - 1)
  const p = readScalar('secret', input.secret)
  const z = reduce(readScalar('mask', input.mask) - readScalar('pseudoMask', input.pseudoMask))
  const offset = decodeOwn('pseudoOutput', input.pseudoOutput)
  const points = ring.map(({ key, commitment }, i) => ({
    P: decodeOwn(`ring[${i}].key`, key),
    C: decodeOwn(`ring[${i}].commitment`, commitment).subtract(offset),
    Hp: hashToPoint(key),
  }))

  const nonce = hedgedNonces(
    random,
    'clsag',
    input.secret,
    writeScalar(z),
    ...roundHead(ring, input.pseudoOutput, message),
  )
  const a = nonce(realIndex)
  const { Hp } = points[realIndex]!
  const I = multiply(p, Hp)
  const D = multiply(z, Hp)
  const keyImage = encode(I)
  const D8 = encode(multiply(eighth, D))
  const { muP, muC } = aggregation(ring, keyImage, D8, input.pseudoOutput)
  const challenge = rounds(ring, input.pseudoOutput, message)

  const s = ring.map(() => 0n)
  let c = challenge(multiply(a, G), multiply(a, Hp))
  let c1 = c
  for (let step = 1; step < ring.length; step++) {
    const i = (realIndex + step) % ring.length
    if (i === 0) c1 = c
    s[i] = nonce(i)
    const { L, R } = commitments(s[i]!, reduce(c * muP), reduce(c * muC), points[i]!, I, D)
    c = challenge(L, R)
  }
  if (realIndex === 0) c1 = c
  s[realIndex] = a - c * (muP * p + muC * z)
  return { signature: { s: s.map(writeScalar), c1: writeScalar(c1), D: D8 }, keyImage }
}

/** @see monero src/ringct/rctSigs.cpp verRctCLSAGSimple */
export function verifyClsag(input: ClsagToVerify): boolean {
  const { message, ring, keyImage, signature } = input
  checkLength('message', message, 32)
  for (const [i, { key, commitment }] of ring.entries()) {
    checkLength(`ring[${i}].key`, key, 32)
    checkLength(`ring[${i}].commitment`, commitment, 32)
  }
  const s = signature.s.map((scalar, i) => readCanonical(`signature.s[${i}]`, scalar))
  const c1 = readCanonical('signature.c1', signature.c1)
  const offset = decode('pseudoOutput', input.pseudoOutput)
  const I = decode('keyImage', keyImage)
  const eighthOfD = decode('signature.D', signature.D)
  if (ring.length === 0 || s.length !== ring.length) return false
  if (c1 === undefined || !offset || !I || I.is0() || !eighthOfD) return false
  const D = times8(eighthOfD)
  if (D.is0()) return false

  const { muP, muC } = aggregation(ring, keyImage, signature.D, input.pseudoOutput)
  const challenge = rounds(ring, input.pseudoOutput, message)
  let c = c1
  for (const [i, { key, commitment }] of ring.entries()) {
    const P = decode(`ring[${i}].key`, key)
    const C = decode(`ring[${i}].commitment`, commitment)
    const response = s[i]
    if (!P || !C || response === undefined) return false
    const member = { P, C: C.subtract(offset), Hp: hashToPoint(key) }
    const { L, R } = commitments(response, reduce(c * muP), reduce(c * muC), member, I, D)
    c = challenge(L, R)
    if (c === 0n) return false
  }
  return c === c1
}

/** L = s·G + cP·P + cC·C and R = s·Hp + cP·I + cC·D. */
function commitments(
  s: bigint,
  cP: bigint,
  cC: bigint,
  { P, C, Hp }: { P: Point; C: Point; Hp: Point },
  I: Point,
  D: Point,
): { L: Point; R: Point } {
  const sum = (first: Point, second: Point, third: Point) =>
    sumOfProducts([
      [s, first],
      [cP, second],
      [cC, third],
    ])
  return { L: sum(G, P, C), R: sum(Hp, I, D) }
}

/** The aggregation coefficients of keys and commitments. */
function aggregation(
  ring: readonly RingMember[],
  keyImage: Uint8Array,
  D8: Uint8Array,
  pseudoOutput: Uint8Array,
): { muP: bigint; muC: bigint } {
  const rest = [...columns(ring), keyImage, D8, pseudoOutput]
  return {
    muP: hashToScalar(domain('CLSAG_agg_0'), ...rest),
    muC: hashToScalar(domain('CLSAG_agg_1'), ...rest),
  }
}

function rounds(ring: readonly RingMember[], pseudoOutput: Uint8Array, message: Uint8Array) {
  const head = roundHead(ring, pseudoOutput, message)
  return (L: Point, R: Point) => hashToScalar(...head, encode(L), encode(R))
}

/** What every round hashes first. */
const roundHead = (
  ring: readonly RingMember[],
  pseudoOutput: Uint8Array,
  message: Uint8Array,
): Uint8Array[] => [domain('CLSAG_round'), ...columns(ring), pseudoOutput, message]

const columns = (ring: readonly RingMember[]) => [
  ...ring.map(({ key }) => key),
  ...ring.map(({ commitment }) => commitment),
]

/** @see monero src/cryptonote_config.h HASH_KEY_CLSAG_ROUND, HASH_KEY_CLSAG_AGG_0 */
function domain(name: string): Uint8Array {
  const padded = new Uint8Array(32)
  padded.set(utf8ToBytes(name))
  return padded
}
