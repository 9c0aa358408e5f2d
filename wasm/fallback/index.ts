/**
 * The crypto port over `@noble/curves` and `@noble/hashes`, where a browser forbids WebAssembly.
 *
 * Not constant-time: BigInt is not. Multiplications by secrets use noble's constant-time algorithm, but
 * arithmetic on numbers of varying length remains. BigInts cannot be wiped either.
 *
 * It draws randomness in monero's order, so that the same random bytes give the same signature.
 *
 * @module
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Crypto, RandomBytes } from '../types.ts'
import { commit, commitmentMask, xorAmount } from './amounts.ts'
import { checkParts } from '../arguments.ts'
import { signClsag, verifyClsag } from './clsag.ts'
import {
  derivationToScalar,
  derivePublicKey,
  deriveSecretKey,
  deriveSubaddressPublicKey,
  deriveViewTag,
  keyDerivation,
  keyImage,
  publicKey,
} from './derivations.ts'
import { hashToPoint, mapToPoint } from './hash-to-point.ts'
import { oneByOne } from '../one-by-one.ts'
import { decode, encode, G, isInMainSubgroup, multiply, sumOfProducts } from './points.ts'
import { proveRange } from './range/prover.ts'
import { verifyRanges } from './range/verifier.ts'
import { signRing, verifyRing } from './ring.ts'
import {
  hashToScalar,
  invert,
  randomScalar,
  readCanonical,
  readInteger,
  readScalar,
  writeScalar,
} from './scalars.ts'
import { scan } from './scan.ts'
import { sign, verify } from './schnorr.ts'
import { seal, unseal, unsealMany } from './sealed.ts'
import { subaddressSecret, subaddressSpendKeys, subaddressViewKeys } from './subaddresses.ts'
import { subsetSums } from './subsets.ts'
import { signTxProof, verifyTxProof } from './tx-proof.ts'

export function createFallback(random: RandomBytes): Crypto {
  return {
    kind: 'fallback',
    scanKernel: 'fallback',
    keccak256: (data) => keccak_256(data),
    keccak256Parts,
    ...scalars,
    randomScalar: () => writeScalar(randomScalar(random)),
    ...points,
    publicKey,
    keyDerivation,
    ...oneByOne({ keyDerivation, isInMainSubgroup: points.isInMainSubgroup }),
    ...subsetSums(random),
    derivationToScalar,
    derivePublicKey,
    deriveSecretKey,
    deriveSubaddressPublicKey,
    deriveViewTag,
    keyImage,
    subaddressSpendKeys,
    subaddressViewKeys,
    subaddressSecret,
    commit,
    commitmentMask,
    xorAmount,
    sign: (hash, publicKey, secret) => sign(random, hash, publicKey, secret),
    verify,
    signTxProof: (...[version, prefixHash, R, A, B, D, r]) =>
      signTxProof(random, [version, prefixHash, R, A, B, D], r),
    verifyTxProof: (...[version, prefixHash, R, A, B, D, signature]) =>
      verifyTxProof([version, prefixHash, R, A, B, D], signature),
    signRing: (prefixHash, keyImage, ring, secret, realIndex) =>
      signRing(random, prefixHash, keyImage, ring, secret, realIndex),
    verifyRing,
    signClsag: (input) => signClsag(random, input),
    verifyClsag,
    proveRange: (amounts, masks) => proveRange(random, amounts, masks),
    verifyRanges: (proofs) => verifyRanges(random, proofs),
    scan,
    seal,
    unseal,
    unsealMany,
  }
}

function keccak256Parts(data: Uint8Array, parts: Uint32Array): Uint8Array {
  const count = checkParts(data, parts)
  const hashes = new Uint8Array(32 * count)
  for (let i = 0; i < count; i++)
    hashes.set(keccak_256(data.subarray(parts[2 * i], parts[2 * i + 1])), 32 * i)
  return hashes
}

const scalars = {
  scalarReduce: (bytes) => writeScalar(readInteger('bytes', bytes)),
  isCanonicalScalar: (scalar) => readCanonical('scalar', scalar) !== undefined,
  scalarAdd: (a, b) => writeScalar(readScalar('a', a) + readScalar('b', b)),
  scalarSubtract: (a, b) => writeScalar(readScalar('a', a) - readScalar('b', b)),
  scalarMultiply: (a, b) => writeScalar(readScalar('a', a) * readScalar('b', b)),
  scalarInvert: (a) => writeScalar(invert(readScalar('a', a))),
  hashToScalar: (data) => writeScalar(hashToScalar(data)),
} satisfies Partial<Crypto>

const points = {
  isPoint: (bytes) => decode('bytes', bytes) !== undefined,
  isInMainSubgroup(bytes) {
    const point = decode('bytes', bytes)
    return point !== undefined && isInMainSubgroup(point)
  },
  pointAdd(a, b) {
    const [A, B] = [decode('a', a), decode('b', b)]
    return A && B && encode(A.add(B))
  },
  pointSubtract(a, b) {
    const [A, B] = [decode('a', a), decode('b', b)]
    return A && B && encode(A.subtract(B))
  },
  multiplyBase: (s) => encode(multiply(readScalar('s', s), G)),
  multiply(s, point) {
    const scalar = readInteger('s', s)
    const P = decode('point', point)
    return P && encode(multiply(scalar, P))
  },
  multiplyAddBase: (a, A, b) => multiplyAdd(a, A, b, encode(G)),
  multiplyAdd,
  hashToPoint: (data) => encode(hashToPoint(data)),
  mapToPoint: (hash) => encode(mapToPoint('hash', hash)),
} satisfies Partial<Crypto>

function multiplyAdd(a: Uint8Array, A: Uint8Array, b: Uint8Array, B: Uint8Array) {
  const [s, t] = [readInteger('a', a), readInteger('b', b)]
  const [P, Q] = [decode('A', A), decode('B', B)]
  if (!P || !Q) return undefined
  return encode(
    sumOfProducts([
      [s, P],
      [t, Q],
    ]),
  )
}
