/**
 * The exports of the module. Arguments of type `usize` are pointers into its memory, or lengths.
 *
 * @module
 */
import { isExact } from '../fma/exact.ts'
import { commit, commitmentMask, xorAmount } from './amounts.ts'
import { signClsag, verifyClsag } from './clsag.ts'
import { cryptonight } from './cryptonight.ts'
import * as curve from './curve/curve.ts'
import {
  hashToPoint,
  isInMainSubgroup,
  isPoint,
  mapToPoint,
  multiply,
  multiplyAdd,
  multiplyAddBase,
  multiplyBase,
  pointSum,
} from './group.ts'
import { keccak256, keccak256Parts } from './keccak.ts'
import {
  derivationToScalar,
  hashToScalar,
  keyDerivation,
  keyImage,
  offsetKey,
  subaddressKeys,
  subaddressSecret,
  viewTag,
} from './keys.ts'
import { alloc, wipe } from './memory.ts'
import * as point from './curve/point.ts'
import * as tables from './curve/multiply.ts'
import { randomScalar } from './random.ts'
import { proveRange } from './range/prove.ts'
import { addRange, beginRanges, endRanges } from './range/verify.ts'
import { signRing, verifyRing } from './ring.ts'
import {
  add as scalarAdd,
  invert as scalarInvert,
  isCanonical as isCanonicalScalar,
  mul as scalarMultiply,
  reduce as scalarReduce,
  sub as scalarSubtract,
} from './curve/scalar.ts'
import { scan } from './scan.ts'
import { seal, unseal } from './cipher/sealed.ts'
import { sign, signTxProof, verify, verifyTxProof } from './signature.ts'
import { addToSubsets, beginSubsets, encodeSubsets } from './curve/subsets.ts'
import * as vartime from './curve/vartime.ts'

/** Fills the tables; to be called once, first. */
export function initialize(): void {
  curve.initialize()
  point.initialize()
  tables.initialize()
  vartime.initialize()
  wipe()
}

export {
  addRange,
  addToSubsets,
  alloc,
  beginRanges,
  beginSubsets,
  commit,
  commitmentMask,
  cryptonight,
  derivationToScalar,
  encodeSubsets,
  endRanges,
  hashToPoint,
  hashToScalar,
  isCanonicalScalar,
  isExact,
  isInMainSubgroup,
  isPoint,
  keccak256,
  keccak256Parts,
  keyDerivation,
  keyImage,
  mapToPoint,
  multiply,
  multiplyAdd,
  multiplyAddBase,
  multiplyBase,
  offsetKey,
  pointSum,
  proveRange,
  randomScalar,
  scalarAdd,
  scalarInvert,
  scalarMultiply,
  scalarReduce,
  scalarSubtract,
  scan,
  seal,
  sign,
  signClsag,
  signRing,
  signTxProof,
  subaddressKeys,
  subaddressSecret,
  unseal,
  verify,
  verifyClsag,
  verifyRing,
  verifyTxProof,
  viewTag,
  wipe,
  xorAmount,
}
