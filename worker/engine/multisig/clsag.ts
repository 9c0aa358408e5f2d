/**
 * CLSAG with several signers. Each signer responds to the same challenge with its part of the
 * secret, and the responses are added. Every signer contributes two nonces. As in MuSig2, a binding
 * factor depends on all nonces and on the message, so no signer can choose its own after seeing the
 * others'.
 *
 * Ring members P_i and C_i; W_i = mu_P·P_i + mu_C·(C_i - C_pseudo), w the secret of the real
 * member.
 * From the real member's L = Σ b^k·L_k, R = Σ b^k·R_k the challenges go round the ring:
 * c_(i+1) = H(s_i·G + c_i·W_i, s_i·Hp(P_i) + c_i·(mu_P·I + mu_C·D)). Each signer responds α - c·w.
 *
 * @module
 * @see monero src/multisig/multisig_clsag_context.cpp
 * @see https://eprint.iacr.org/2019/654 (CLSAG), https://eprint.iacr.org/2020/1261 (MuSig2)
 */
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Clsag } from '#protocol/chain/ringct.ts'
import type { Crypto, RingMember } from '#wasm/types.ts'

/** The content to sign, without the signers' nonces. All of it is public within the group. */
export type ToSign = {
  message: Uint8Array
  ring: readonly RingMember[]
  realIndex: number
  pseudoOutput: Uint8Array
  keyImage: Uint8Array
  /** With random responses except at the real member; the first challenge is ignored. */
  signature: Clsag
}

/** Sums of all signers' nonce commitments; two each. */
export type NonceSums = { L: readonly Uint8Array[]; R: readonly Uint8Array[] }

export type Weights = { muP: Uint8Array; muC: Uint8Array }

export type Challenge = {
  /** At ring member 0: c1 of the signature. */
  first: Uint8Array
  /** At the real member: the challenge that the signers respond to. */
  real: Uint8Array
  /** The binding factor of the second nonce. */
  factor: Uint8Array
}

/** The aggregation weights of the output key and of the commitment. */
export function weightsOf(crypto: Crypto, toSign: ToSign): Weights {
  const { ring, keyImage, signature, pseudoOutput } = toSign
  const rest = [...columns(ring), keyImage, signature.D, pseudoOutput]
  const weight = (domain: string) => crypto.hashToScalar(concatBytes(padded(domain), ...rest))
  return { muP: weight('CLSAG_agg_0'), muC: weight('CLSAG_agg_1') }
}

/** @returns Undefined when an encoding is not a point. */
export function challengeOf(
  crypto: Crypto,
  toSign: ToSign,
  { muP, muC }: Weights,
  sums: NonceSums,
): Challenge | undefined {
  const { message, ring, realIndex, pseudoOutput, keyImage, signature } = toSign
  const D = crypto.multiply(scalarOf(8), signature.D)
  const image = D && crypto.multiplyAdd(muP, keyImage, muC, D)
  if (!D || !image) return undefined
  const factor = factorOf(crypto, toSign, D, sums)
  const start = [sums.L, sums.R].map(([one, two]) => {
    const bound = two && crypto.multiply(factor, two)
    return one && bound && crypto.pointAdd(one, bound)
  })
  const head = concatBytes(padded('CLSAG_round'), ...columns(ring), pseudoOutput, message)
  const hash = (L: Uint8Array, R: Uint8Array) => crypto.hashToScalar(concatBytes(head, L, R))
  if (!start[0] || !start[1]) return undefined
  let challenge = hash(start[0], start[1])
  let first = challenge
  for (let step = 1; step < ring.length; step++) {
    const i = (realIndex + step) % ring.length
    if (i === 0) first = challenge
    const { key, commitment } = ring[i]!
    const toZero = crypto.pointSubtract(commitment, pseudoOutput)
    const W = toZero && crypto.multiplyAdd(muP, key, muC, toZero)
    const s = signature.s[i]!
    const L = W && crypto.multiplyAddBase(challenge, W, s)
    const R = crypto.multiplyAdd(s, crypto.hashToPoint(key), challenge, image)
    if (!L || !R) return undefined
    challenge = hash(L, R)
  }
  if (realIndex === 0) first = challenge
  return { first, real: challenge, factor }
}

/**
 * A signer's response: α - c·w, where α combines its nonces with the binding factor.
 *
 * @param nonces - Two, which must never be reused. @param secret - w, or the signer's part of it.
 */
export function answerOf(
  crypto: Crypto,
  { real, factor }: Challenge,
  nonces: readonly Uint8Array[],
  secret: Uint8Array,
): Uint8Array {
  const bound = crypto.scalarMultiply(factor, nonces[1]!)
  const nonce = crypto.scalarAdd(nonces[0]!, bound)
  const product = crypto.scalarMultiply(real, secret)
  const answer = crypto.scalarSubtract(nonce, product)
  for (const each of [bound, nonce, product]) each.fill(0)
  return answer
}

/** Adds secrets. The caller wipes them and the sum; intermediate values are wiped here. */
export function sumOfSecrets(crypto: Crypto, secrets: readonly Uint8Array[]): Uint8Array {
  let sum: Uint8Array = new Uint8Array(32)
  for (const secret of secrets) {
    const next = crypto.scalarAdd(sum, secret)
    sum.fill(0)
    sum = next
  }
  return sum
}

function factorOf(
  crypto: Crypto,
  { message, ring, realIndex, pseudoOutput, keyImage, signature }: ToSign,
  D: Uint8Array,
  { L, R }: NonceSums,
): Uint8Array {
  const madeUp = signature.s.filter((_, i) => i !== realIndex)
  const numbers = [realIndex, L.length, ring.length].map(scalarOf)
  return crypto.hashToScalar(
    concatBytes(
      padded('CLSAG_round_ms_merge_factor'),
      ...columns(ring),
      pseudoOutput,
      message,
      ...L,
      ...R,
      keyImage,
      D,
      ...madeUp,
      ...numbers,
    ),
  )
}

const columns = (ring: readonly RingMember[]) => [
  ...ring.map(({ key }) => key),
  ...ring.map(({ commitment }) => commitment),
]

/**
 * A domain name, padded to the size of a key. @see monero src/cryptonote_config.h
 * HASH_KEY_CLSAG_ROUND
 */
const padded = (domain: string) => {
  const name = utf8ToBytes(domain)
  return concatBytes(name, new Uint8Array(32 - name.length))
}

/** A small number as a scalar. */
const scalarOf = (value: number) => Uint8Array.of(value & 0xff, value >>> 8, ...new Uint8Array(30))
