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
type v128 = never

export type CryptoExports = {
  memory: WebAssembly.Memory
  initialize: () => void
  addRange: (commitments: usize, count: u32, proof: usize, rounds: u32) => i32
  addToSubsets: (sums: usize, points: usize, count: usize) => i32
  alloc: (size: usize) => usize
  beginRanges: (bits: u32, most: u32) => void
  beginSubsets: (sums: usize) => void
  commit: (o: usize, amount: u64, mask: usize) => void
  commitmentMask: (o: usize, sharedSecret: usize) => void
  cryptonight: (state: usize, keys: usize, tables: usize) => void
  derivationToScalar: (o: usize, derivation: usize, index: u32) => void
  encodeSubsets: (o: usize, sums: usize) => void
  endRanges: () => i32
  hashToPoint: (o: usize, data: usize, length: usize) => void
  hashToScalar: (o: usize, data: usize, length: usize) => void
  isCanonicalScalar: (a: usize) => i32
  isExact: (a: f64, b: f64) => bool
  isInMainSubgroup: (bytes: usize) => i32
  isPoint: (bytes: usize) => i32
  keccak256: (o: usize, data: usize, length: usize) => void
  keccak256Parts: (o: usize, data: usize, parts: usize, count: u32) => void
  keyDerivation: (o: usize, key: usize, secret: usize) => i32
  keyImage: (o: usize, key: usize, secret: usize) => void
  mapToPoint: (o: usize, hash: usize) => void
  multiply: (o: usize, s: usize, bytes: usize) => i32
  multiplyAdd: (o: usize, a: usize, A: usize, b: usize, B: usize) => i32
  multiplyAddBase: (o: usize, a: usize, A: usize, b: usize) => i32
  multiplyBase: (o: usize, s: usize) => void
  offsetKey: (o: usize, base: usize, derivation: usize, index: u32, minus: i32) => i32
  pointSum: (o: usize, a: usize, b: usize, subtract: i32) => i32
  proveRange: (o: usize, count: u32, values: usize, gammas: usize) => void
  randomScalar: (o: usize) => void
  scalarAdd: (o: usize, a: usize, b: usize) => void
  scalarInvert: (o: usize, a: usize) => void
  scalarMultiply: (o: usize, a: usize, b: usize) => void
  scalarReduce: (o: usize, a: usize) => void
  scalarSubtract: (o: usize, a: usize, b: usize) => void
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
  seal: (o: usize, key: usize, nonce: usize, message: usize, added: usize, length: usize) => void
  sign: (o: usize, hash: usize, publicKey: usize, secret: usize) => void
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
  signRing: (
    o: usize,
    hash: usize,
    image: usize,
    keys: usize,
    count: u32,
    secret: usize,
    realIndex: u32,
  ) => i32
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
  subaddressKeys: (
    o: usize,
    viewSecret: usize,
    base: usize,
    account: u32,
    first: u32,
    count: u32,
    timesView: i32,
  ) => i32
  subaddressSecret: (o: usize, viewSecret: usize, account: u32, index: u32) => void
  unseal: (tag: usize, key: usize, nonce: usize, message: usize, added: usize, length: usize) => i32
  verify: (hash: usize, publicKey: usize, signature: usize) => i32
  verifyClsag: (
    message: usize,
    n: u32,
    keys: usize,
    masks: usize,
    pseudo: usize,
    image: usize,
    signature: usize,
  ) => i32
  verifyRing: (hash: usize, image: usize, keys: usize, count: u32, signatures: usize) => i32
  verifyTxProof: (
    version: i32,
    hash: usize,
    R: usize,
    A: usize,
    B: usize,
    D: usize,
    signature: usize,
  ) => i32
  viewTag: (derivation: usize, index: u32) => i32
  wipe: () => void
  xorAmount: (o: usize, amount: usize, sharedSecret: usize) => void
}

export type PowExports = {
  memory: WebAssembly.Memory
  fillSlice: (memory: usize, temporary: usize, pass: u32, slice: u32) => void
  fingerprint: (state: usize, ends: usize, tables: usize, source: usize, size: u32) => void
  generate1: (state: usize, keys: usize, tables: usize, out: usize, size: u32) => void
  generate4: (state: usize, keys: usize, tables: usize, out: usize, size: u32) => void
  add: (a: v128, b: v128, mode: i32) => v128
  divide: (a: v128, b: v128, mode: i32) => v128
  multiply: (a: v128, b: v128, mode: i32) => v128
  squareRoot: (a: v128, mode: i32) => v128
  subtract: (a: v128, b: v128, mode: i32) => v128
}

export type ScanExports = {
  memory: WebAssembly.Memory
  initialize: () => void
  alloc: (size: usize) => usize
  derivations: (job: usize, depth: u32) => void
  isExact: (a: f64, b: f64) => bool
  scan: (job: usize, depth: u32) => u32
  subaddressKeys: (
    o: usize,
    viewSecret: usize,
    base: usize,
    account: u32,
    first: u32,
    count: u32,
    timesView: i32,
  ) => i32
  wipe: () => void
}
