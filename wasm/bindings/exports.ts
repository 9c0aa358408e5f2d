/**
 * What the compiled modules export. Generated from `wasm/assembly`, `wasm/pow` and `wasm/scan` by
 * `node scripts/wasm.mjs --pin`; do not edit.
 *
 * @module
 */

type usize = number
type u32 = number
type i32 = number
type f64 = number
type bool = number
type u64 = bigint
type i64 = bigint
type v128 = never

export type CryptoExports = {
  memory: WebAssembly.Memory
  initialize: () => void
  alloc: (size: usize) => usize
  wipe: () => void
  keccak256: (o: usize, data: usize, length: usize) => void
  keccak256Parts: (o: usize, data: usize, parts: usize, count: u32) => void
  randomScalar: (o: usize) => void
  isCanonicalScalar: (a: usize) => i32
  scalarAdd: (o: usize, a: usize, b: usize) => void
  scalarInvert: (o: usize, a: usize) => void
  scalarMultiply: (o: usize, a: usize, b: usize) => void
  scalarReduce: (o: usize, a: usize) => void
  scalarSubtract: (o: usize, a: usize, b: usize) => void
  commit: (o: usize, amount: u64, mask: usize) => void
  commitmentMask: (o: usize, sharedSecret: usize) => void
  xorAmount: (o: usize, amount: usize, sharedSecret: usize) => void
  hashToPoint: (o: usize, data: usize, length: usize) => void
  isInMainSubgroup: (bytes: usize) => i32
  isPoint: (bytes: usize) => i32
  mapToPoint: (o: usize, hash: usize) => void
  multiply: (o: usize, s: usize, bytes: usize) => i32
  multiplyAdd: (o: usize, a: usize, A: usize, b: usize, B: usize) => i32
  multiplyAddBase: (o: usize, a: usize, A: usize, b: usize) => i32
  multiplyBase: (o: usize, s: usize) => void
  pointSum: (o: usize, a: usize, b: usize, subtract: i32) => i32
  derivationToScalar: (o: usize, derivation: usize, index: u32) => void
  hashToScalar: (o: usize, data: usize, length: usize) => void
  keyDerivation: (o: usize, key: usize, secret: usize) => i32
  keyImage: (o: usize, key: usize, secret: usize) => void
  offsetKey: (o: usize, base: usize, derivation: usize, index: u32, subtract: i32) => i32
  subaddressSecret: (o: usize, viewSecret: usize, account: u32, index: u32) => void
  subaddressSpendKeys: (
    o: usize,
    viewSecret: usize,
    spendPublic: usize,
    account: u32,
    first: u32,
    count: u32,
  ) => i32
  subaddressViewKeys: (
    o: usize,
    viewSecret: usize,
    base: usize,
    account: u32,
    first: u32,
    count: u32,
  ) => i32
  viewTag: (derivation: usize, index: u32) => i32
  sign: (o: usize, hash: usize, publicKey: usize, secret: usize) => void
  signTxProof: (
    o: usize,
    version: i32,
    hash: usize,
    R: usize,
    A: usize,
    B: usize,
    D: usize,
    r: usize,
  ) => i32
  verify: (hash: usize, publicKey: usize, signature: usize) => i32
  verifyTxProof: (
    version: i32,
    hash: usize,
    R: usize,
    A: usize,
    B: usize,
    D: usize,
    signature: usize,
  ) => i32
  signRing: (
    o: usize,
    hash: usize,
    image: usize,
    keys: usize,
    count: u32,
    secret: usize,
    realIndex: u32,
  ) => i32
  verifyRing: (hash: usize, image: usize, keys: usize, count: u32, signatures: usize) => i32
  signClsag: (
    o: usize,
    message: usize,
    n: u32,
    keys: usize,
    masks: usize,
    realIndex: u32,
    secret: usize,
    mask: usize,
    pseudo: usize,
    pseudoMask: usize,
  ) => i32
  verifyClsag: (
    message: usize,
    n: u32,
    keys: usize,
    masks: usize,
    pseudo: usize,
    image: usize,
    signature: usize,
  ) => i32
  proveRange: (o: usize, count: u32, values: usize, gammas: usize) => void
  beginRanges: (bits: u32, most: u32) => void
  addRange: (commitments: usize, count: u32, proof: usize, rounds: u32) => i32
  endRanges: () => i32
  scan: (
    rows: usize,
    derivations: usize,
    spendKeys: usize,
    secret: usize,
    keys: usize,
    count: u32,
    firstRow: usize,
    outputKeys: usize,
    outputIndices: usize,
    viewTags: usize,
  ) => u32
  addToSubsets: (sums: usize, points: usize, count: usize) => i32
  beginSubsets: (sums: usize) => void
  encodeSubsets: (o: usize, sums: usize) => void
  seal: (o: usize, key: usize, nonce: usize, message: usize, added: usize, length: usize) => void
  unseal: (tag: usize, key: usize, nonce: usize, message: usize, added: usize, length: usize) => i32
  cryptonight: (state: usize, keys: usize, tables: usize) => void
}

export type PowExports = {
  memory: WebAssembly.Memory
  fillSlice: (memory: usize, temporary: usize, pass: u32, slice: u32) => void
  fingerprint: (state: usize, ends: usize, tables: usize, source: usize, size: u32) => void
  generate1: (state: usize, keys: usize, tables: usize, target: usize, size: u32) => void
  generate4: (state: usize, keys: usize, tables: usize, target: usize, size: u32) => void
  add: (a: v128, b: v128, mode: i32) => v128
  divide: (a: v128, b: v128, mode: i32) => v128
  highSigned: (a: i64, b: i64) => i64
  highUnsigned: (a: u64, b: u64) => u64
  multiply: (a: v128, b: v128, mode: i32) => v128
  squareRoot: (a: v128, mode: i32) => v128
  subtract: (a: v128, b: v128, mode: i32) => v128
}

export type ScanExports = {
  memory: WebAssembly.Memory
  initialize: () => void
  isExact: (a: f64, b: f64) => bool
  alloc: (size: usize) => usize
  derivations: (job: usize, depth: u32) => void
  scan: (job: usize, depth: u32) => u32
  subaddressSpendKeys: (
    o: usize,
    viewSecret: usize,
    spendPublic: usize,
    account: u32,
    first: u32,
    count: u32,
  ) => i32
  subaddressViewKeys: (
    o: usize,
    viewSecret: usize,
    base: usize,
    account: u32,
    first: u32,
    count: u32,
  ) => i32
  wipe: () => void
}
