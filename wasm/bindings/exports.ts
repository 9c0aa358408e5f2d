/**
 * What the compiled module exports: the counterpart of `assembly/index.ts`.
 *
 * @module
 */
import type { Pointer } from './memory.ts'

/** A flag: 1 for yes or done, 0 for no or for a point that is none. */
type Flag = number
type P = Pointer

/** 32 bytes each; 0 when `base` is no point. */
type WriteSubaddresses = (
  o: P,
  viewSecret: P,
  base: P,
  account: number,
  first: number,
  count: number,
) => Flag

/** `o` is where the result goes. Every pointer is to 32 bytes unless it says otherwise. */
export type Exports = {
  memory: WebAssembly.Memory
  initialize: () => void
  alloc: (length: number) => P
  wipe: () => void

  keccak256: (o: P, data: P, length: number) => void
  keccak256Parts: (o: P, data: P, parts: P, count: number) => void
  randomScalar: (o: P) => void
  isCanonicalScalar: (a: P) => Flag
  scalarReduce: (o: P, a: P) => void
  scalarAdd: (o: P, a: P, b: P) => void
  scalarSubtract: (o: P, a: P, b: P) => void
  scalarMultiply: (o: P, a: P, b: P) => void
  scalarInvert: (o: P, a: P) => void

  isPoint: (bytes: P) => Flag
  isInMainSubgroup: (bytes: P) => Flag
  pointSum: (o: P, a: P, b: P, subtract: Flag) => Flag
  /** Points as the module has them, 160 bytes each, as in the next two. */
  beginSubsets: (sums: P) => void
  addToSubsets: (sums: P, points: P, count: number) => Flag
  encodeSubsets: (o: P, sums: P) => void
  multiplyBase: (o: P, s: P) => void
  multiply: (o: P, s: P, point: P) => Flag
  multiplyAddBase: (o: P, a: P, A: P, b: P) => Flag
  multiplyAdd: (o: P, a: P, A: P, b: P, B: P) => Flag
  hashToPoint: (o: P, data: P, length: number) => void
  mapToPoint: (o: P, hash: P) => void

  commit: (o: P, amount: bigint, mask: P) => void
  commitmentMask: (o: P, sharedSecret: P) => void
  /** 8 bytes. */
  xorAmount: (o: P, amount: P, sharedSecret: P) => void

  hashToScalar: (o: P, data: P, length: number) => void
  keyDerivation: (o: P, publicKey: P, secret: P) => Flag
  derivationToScalar: (o: P, derivation: P, index: number) => void
  offsetKey: (o: P, base: P, derivation: P, index: number, subtract: Flag) => Flag
  viewTag: (derivation: P, index: number) => number
  keyImage: (o: P, publicKey: P, secret: P) => void
  subaddressSecret: (o: P, viewSecret: P, account: number, index: number) => void
  subaddressSpendKeys: WriteSubaddresses
  subaddressViewKeys: WriteSubaddresses

  sign: (o: P, hash: P, publicKey: P, secret: P) => void
  verify: (hash: P, publicKey: P, signature: P) => Flag
  signTxProof: (o: P, version: number, hash: P, R: P, A: P, B: P, D: P, r: P) => Flag
  verifyTxProof: (version: number, hash: P, R: P, A: P, B: P, D: P, signature: P) => Flag
  signRing: (o: P, hash: P, image: P, keys: P, count: number, secret: P, realIndex: number) => Flag
  verifyRing: (hash: P, image: P, keys: P, count: number, signatures: P) => Flag
  signClsag: (
    o: P,
    message: P,
    count: number,
    keys: P,
    commitments: P,
    realIndex: number,
    secret: P,
    mask: P,
    pseudoOutput: P,
    pseudoMask: P,
  ) => Flag
  verifyClsag: (
    message: P,
    count: number,
    keys: P,
    commitments: P,
    pseudoOutput: P,
    image: P,
    signature: P,
  ) => Flag
  proveRange: (o: P, count: number, amounts: P, masks: P) => void
  beginRanges: (bits: number, points: number) => void
  addRange: (commitments: P, count: number, proof: P, rounds: number) => Flag
  endRanges: () => Flag
  scan: (
    rows: P,
    derivations: P,
    spendKeys: P,
    secret: P,
    keys: P,
    count: number,
    firstRow: P,
    outputKeys: P,
    outputIndices: P,
    viewTags: P,
  ) => number
  /** Of a tag, a nonce of 24 bytes, a message laid out as `assembly/sealed.ts` says. */
  seal: (o: P, key: P, nonce: P, message: P, added: number, length: number) => void
  unseal: (tag: P, key: P, nonce: P, message: P, added: number, length: number) => Flag
  /** 200 bytes in place, by 320 of round keys and 4096 of tables. */
  cryptonight: (state: P, keys: P, tables: P) => void
}
