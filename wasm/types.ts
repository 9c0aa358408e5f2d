/**
 * The crypto port: the cryptography of wallet and node, without platform types.
 *
 * Two implementations give the same results: the WebAssembly module, and the fallback over `@noble/curves` for
 * browsers that forbid WebAssembly.
 *
 * Shapes: a point, scalar, key image, hash or derivation is 32 bytes; points are compressed
 * Edwards y, scalars little endian. Functions return fresh arrays and never change their inputs.
 * A function that decodes an untrusted point returns `undefined` (or `false`) if monero refuses it. A wrong
 * length is a programming error and throws `RangeError`. So does signing with an invalid point: the signer must
 * check the ring first.
 *
 * @module
 */

import type { BulletproofPlus, Clsag } from '#protocol/chain/ringct.ts'

/** Returns `length` bytes of cryptographic randomness, in a fresh array, which the consumer wipes. */
export type RandomBytes = (length: number) => Uint8Array

/** A Schnorr signature: c then r, 64 bytes. */
export type Signature = Uint8Array

/** A ring member: its one-time key and its amount commitment. */
export type RingMember = { key: Uint8Array; commitment: Uint8Array }

/**
 * Outputs to scan, in columns. A row is one output with one transaction public key.
 *
 * A transaction with the key R and n outputs is one key with n rows; each additional key is a key
 * with the one row of its output.
 */
export type ScanBatch = {
  /** Transaction public keys, 32 bytes each. */
  keys: Uint8Array
  /** First row of each key, then the number of rows. */
  firstRow: Uint32Array
  /** One-time output keys, 32 bytes per row. */
  outputKeys: Uint8Array
  /** Index of the output in its transaction, one per row. */
  outputIndices: Uint32Array
  /** View tag of each row, or -1 for an output without one. */
  viewTags: Int16Array
}

/** D = r·A and R = r·G, or R = r·B with a subaddress's spend key B, share r. B is undefined without a subaddress. */
export type TxProofStatement = [
  version: 1 | 2,
  prefixHash: Uint8Array,
  R: Uint8Array,
  A: Uint8Array,
  B: Uint8Array | undefined,
  D: Uint8Array,
]

export type ClsagToSign = {
  message: Uint8Array
  ring: readonly RingMember[]
  realIndex: number
  secret: Uint8Array
  /** Mask of the real commitment. */
  mask: Uint8Array
  pseudoOutput: Uint8Array
  /** Mask of `pseudoOutput`. */
  pseudoMask: Uint8Array
}

export type ClsagToVerify = {
  message: Uint8Array
  ring: readonly RingMember[]
  pseudoOutput: Uint8Array
  keyImage: Uint8Array
  signature: Clsag
}

/** An output with a matching view tag, or without one. */
export type Candidate = {
  /** Row in the batch. */
  row: number
  /** 8·a·R, 32 bytes. Not wiped by the scanner. */
  derivation: Uint8Array
  /** `outputKey - Hs(derivation, index)·G`: ours when it is a subaddress's public spend key. */
  spendKey: Uint8Array
}

/**
 * The implementation of the scan: SIMD with fused multiply-adds, SIMD without, the crypto module, or no WebAssembly.
 */
export type ScanKernel = 'fma' | 'simd' | 'scalar' | 'fallback'

/** Everything cryptographic that the wallet and the node need at protocol version 16. */
export type Crypto = {
  /** `wasm` or `fallback`, for the settings page and the log. */
  readonly kind: 'wasm' | 'fallback'
  /** The implementation of {@link scan}; all give the same results. */
  readonly scanKernel: ScanKernel

  /** Keccak-256 with the original padding, as monero's `cn_fast_hash`. */
  keccak256(data: Uint8Array): Uint8Array
  /**
   * The same of many parts of `data`, in one call.
   *
   * @param parts - Begin and end of each part.
   * @returns 32 bytes per part.
   */
  keccak256Parts(data: Uint8Array, parts: Uint32Array): Uint8Array

  /** The 32-byte number mod l. @see monero src/crypto/crypto-ops.c sc_reduce32 */
  scalarReduce(bytes: Uint8Array): Uint8Array
  /** Whether the scalar is below l. @see monero src/crypto/crypto-ops.c sc_check */
  isCanonicalScalar(scalar: Uint8Array): boolean
  scalarAdd(a: Uint8Array, b: Uint8Array): Uint8Array
  scalarSubtract(a: Uint8Array, b: Uint8Array): Uint8Array
  scalarMultiply(a: Uint8Array, b: Uint8Array): Uint8Array
  /** 1/a mod l; zero for zero. */
  scalarInvert(a: Uint8Array): Uint8Array
  /** Uniform, non-zero. @see monero src/crypto/crypto.cpp random_scalar */
  randomScalar(): Uint8Array

  /** Whether the bytes decode to a point. @see monero src/crypto/crypto.cpp check_key */
  isPoint(bytes: Uint8Array): boolean
  /** Whether the bytes decode to a point of the prime-order subgroup. */
  isInMainSubgroup(bytes: Uint8Array): boolean
  /** Whether all of them do. */
  areInMainSubgroup(points: readonly Uint8Array[]): boolean
  /**
   * Adds each point to a random half of 64 sums. If a point is not in the main subgroup, neither is one of the
   * sums, except with probability 2^-64.
   *
   * @param before - Result of the last call on this instance; omitted for the first.
   * @returns Undefined if one is no point.
   */
  addToSubsets(points: readonly Uint8Array[], before?: Uint8Array): Uint8Array | undefined
  /** The sums, as points of 32 bytes. */
  subsetSums(sums: Uint8Array): Uint8Array[]
  pointAdd(a: Uint8Array, b: Uint8Array): Uint8Array | undefined
  pointSubtract(a: Uint8Array, b: Uint8Array): Uint8Array | undefined
  /** s·G, in time independent of s. */
  multiplyBase(s: Uint8Array): Uint8Array
  /** s·P, in time independent of s. */
  multiply(s: Uint8Array, point: Uint8Array): Uint8Array | undefined
  /** a·A + b·G in variable time: public inputs only. */
  multiplyAddBase(a: Uint8Array, A: Uint8Array, b: Uint8Array): Uint8Array | undefined
  /** a·A + b·B in variable time: public inputs only. */
  multiplyAdd(a: Uint8Array, A: Uint8Array, b: Uint8Array, B: Uint8Array): Uint8Array | undefined

  /** @see monero src/crypto/crypto.cpp hash_to_scalar */
  hashToScalar(data: Uint8Array): Uint8Array
  /** 8 times the Elligator-like map of keccak(data). @see monero src/crypto/crypto.cpp hash_to_ec */
  hashToPoint(data: Uint8Array): Uint8Array
  /** The map alone, of 32 bytes already hashed. @see monero src/crypto/crypto-ops.c ge_fromfe_frombytes_vartime */
  mapToPoint(hash: Uint8Array): Uint8Array

  /** Public key of a secret; undefined if the secret is not canonical. @see monero secret_key_to_public_key */
  publicKey(secret: Uint8Array): Uint8Array | undefined
  /** 8·secret·public. @see monero src/crypto/crypto.cpp generate_key_derivation */
  keyDerivation(publicKey: Uint8Array, secret: Uint8Array): Uint8Array | undefined
  /** The same for many public keys; undefined for invalid ones. */
  keyDerivations(publicKeys: readonly Uint8Array[], secret: Uint8Array): (Uint8Array | undefined)[]
  /** Hs(derivation || varint(index)). @see monero src/crypto/crypto.cpp derivation_to_scalar */
  derivationToScalar(derivation: Uint8Array, index: number): Uint8Array
  /** Hs(derivation, index)·G + base. @see monero derive_public_key */
  derivePublicKey(derivation: Uint8Array, index: number, base: Uint8Array): Uint8Array | undefined
  /** Hs(derivation, index) + base mod l. @see monero derive_secret_key */
  deriveSecretKey(derivation: Uint8Array, index: number, base: Uint8Array): Uint8Array
  /** outputKey - Hs(derivation, index)·G. @see monero derive_subaddress_public_key */
  deriveSubaddressPublicKey(
    outputKey: Uint8Array,
    derivation: Uint8Array,
    index: number,
  ): Uint8Array | undefined
  /** First byte of keccak("view_tag" || derivation || varint(index)). @see monero derive_view_tag */
  deriveViewTag(derivation: Uint8Array, index: number): number
  /**
   * Public spend keys of the subaddresses `first .. first + count - 1` of an account, 32 bytes each.
   * Account 0, index 0 is the primary address, whose key is `spendPublic` itself.
   *
   * @see monero src/device/device_default.cpp get_subaddress_spend_public_keys
   */
  subaddressSpendKeys(
    viewSecret: Uint8Array,
    spendPublic: Uint8Array,
    account: number,
    first: number,
    count: number,
  ): Uint8Array
  /**
   * Public view keys of the same subaddresses except the primary one: the view secret times their spend keys.
   *
   * @param viewTimesSpend - The view secret times the public spend key.
   * @see monero src/device/device_default.cpp get_subaddress
   */
  subaddressViewKeys(
    viewSecret: Uint8Array,
    viewTimesSpend: Uint8Array,
    account: number,
    first: number,
    count: number,
  ): Uint8Array
  /** Hs("SubAddr\0" || a || account || index), which a subaddress adds to the spend secret. */
  subaddressSecret(viewSecret: Uint8Array, account: number, index: number): Uint8Array
  /** secret·Hp(public). @see monero src/crypto/crypto.cpp generate_key_image */
  keyImage(publicKey: Uint8Array, secret: Uint8Array): Uint8Array

  /** mask·G + amount·H. */
  commit(amount: bigint, mask: Uint8Array): Uint8Array
  /** The mask of an output, from Hs(derivation, index). @see monero src/ringct/rctOps.cpp genCommitmentMask */
  commitmentMask(sharedSecret: Uint8Array): Uint8Array
  /** Encrypts or decrypts the 8 amount bytes of an output. @see monero src/ringct/rctOps.cpp ecdhEncode */
  xorAmount(amount8: Uint8Array, sharedSecret: Uint8Array): Uint8Array

  /** @see monero src/crypto/crypto.cpp generate_signature */
  sign(hash: Uint8Array, publicKey: Uint8Array, secret: Uint8Array): Signature
  /** @see monero src/crypto/crypto.cpp check_signature */
  verify(hash: Uint8Array, publicKey: Uint8Array, signature: Signature): boolean
  /** @see monero src/crypto/crypto.cpp generate_tx_proof, generate_tx_proof_v1 */
  signTxProof(...proof: [...TxProofStatement, r: Uint8Array]): Signature
  /** @see monero src/crypto/crypto.cpp check_tx_proof */
  verifyTxProof(...proof: [...TxProofStatement, signature: Signature]): boolean
  /** One signature per ring key, concatenated, 64 bytes each. @see monero generate_ring_signature */
  signRing(
    prefixHash: Uint8Array,
    keyImage: Uint8Array,
    ring: readonly Uint8Array[],
    secret: Uint8Array,
    realIndex: number,
  ): Uint8Array
  /** @see monero src/crypto/crypto.cpp check_ring_signature */
  verifyRing(
    prefixHash: Uint8Array,
    keyImage: Uint8Array,
    ring: readonly Uint8Array[],
    signatures: Uint8Array,
  ): boolean

  /** Signs one input. @see monero src/ringct/rctSigs.cpp CLSAG_Gen, proveRctCLSAGSimple */
  signClsag(input: ClsagToSign): { signature: Clsag; keyImage: Uint8Array }
  /** @see monero src/ringct/rctSigs.cpp verRctCLSAGSimple */
  verifyClsag(input: ClsagToVerify): boolean
  /**
   * Proves that each of 1 to 16 amounts is below 2^64.
   *
   * @returns The proof, and the commitments divided by 8, one per amount.
   * @see monero src/ringct/bulletproofs_plus.cc bulletproof_plus_PROVE
   */
  proveRange(
    amounts: readonly bigint[],
    masks: readonly Uint8Array[],
  ): { proof: BulletproofPlus; commitments: Uint8Array[] }
  /**
   * Verifies any number of proofs together; `commitments` are those of the outputs, not divided by 8.
   *
   * @see monero src/ringct/bulletproofs_plus.cc bulletproof_plus_VERIFY
   */
  verifyRanges(
    proofs: readonly { proof: BulletproofPlus; commitments: readonly Uint8Array[] }[],
  ): boolean

  /**
   * Encrypts with XChaCha20-Poly1305; appends a tag of 16 bytes.
   *
   * @param key - 32 bytes. @param nonce - 24 bytes, never twice with a key. @param added - Authenticated data.
   * @see RFC 8439; draft-irtf-cfrg-xchacha-03
   */
  seal(key: Uint8Array, nonce: Uint8Array, added: Uint8Array, plain: Uint8Array): Uint8Array
  /** Decrypts; undefined if key, nonce, authenticated data or any bit differs. */
  unseal(
    key: Uint8Array,
    nonce: Uint8Array,
    added: Uint8Array,
    sealed: Uint8Array,
  ): Uint8Array | undefined
  /**
   * Decrypts many messages with one key: each as {@link unseal} does, but faster.
   *
   * @param added - Authenticated data of each message.
   * @param sealed - Each message: its nonce, then what {@link seal} returned.
   * @returns For each the plain bytes, or undefined. Results share buffers: the caller wipes them after use.
   */
  unsealMany(
    key: Uint8Array,
    added: readonly Uint8Array[],
    sealed: readonly Uint8Array[],
  ): (Uint8Array | undefined)[]

  /**
   * The memory-hard part of CryptoNight, between Keccak's first state and its last. Absent from the fallback:
   * `cnSlowHash` then computes it in JavaScript.
   *
   * @param state - Keccak's, 200 bytes.
   * @param keys - Twice ten round keys of AES, 320 bytes: to fill memory and to fold it.
   * @param tables - Tables of an AES round: four times 256 words.
   * @returns The new state.
   * @see monero src/crypto/slow-hash.c cn_slow_hash
   */
  cryptonight?: (state: Uint8Array, keys: Uint8Array, tables: Uint8Array) => Uint8Array

  /** Tries every row; candidates in row order. An invalid key has none. */
  scan(viewSecret: Uint8Array, batch: ScanBatch): Candidate[]
}
