/**
 * Key images of a group's outputs. Each member has some of the parts; all parts together give the
 * whole.
 *
 * @module
 * @see monero src/multisig/multisig.cpp generate_multisig_composite_key_image
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Crypto } from '#wasm/types.ts'
import { mapInSlices, type TimeSlice } from '../base/time-slice.ts'
import { subaddressSpendSecret } from '../keys/subaddress-secrets.ts'
import type { OutputRecord } from '../store/records.ts'
import { inverseEight } from '../base/inverse-eight.ts'
import type { MemberSecrets } from './group.ts'
import { choose } from './named-keys.ts'

/** An own output, and the base point of its key image: Hp of its one-time key. */
export type KeyImageBase = { output: OutputRecord; base: Uint8Array }

export const keyImageBase = (crypto: Crypto, output: OutputRecord): KeyImageBase => ({
  output,
  base: crypto.hashToPoint(hexToBytes(output.key)),
})

/**
 * This member's parts of each output: each of its shares times Hp of the one-time key.
 *
 * @param timeSlice - Pauses the work in a large group, where an output has thousands of parts.
 */
export async function partialKeyImages(
  crypto: Crypto,
  timeSlice: TimeSlice,
  { multisig: { shares } }: MemberSecrets,
  some: readonly KeyImageBase[],
): Promise<Uint8Array[][]> {
  const bases = some.map(({ base }) => base)
  const columns = await mapInSlices(timeSlice, shares, (share) => multiples(crypto, share, bases))
  return some.map((_, i) => columns.map((column) => column[i]!))
}

/**
 * A secret times each of some points of the main subgroup, computed as the derivation of an eighth
 * of it.
 */
function multiples(crypto: Crypto, secret: Uint8Array, points: readonly Uint8Array[]) {
  const part = crypto.scalarMultiply(secret, inverseEight(crypto))
  const products = crypto.keyDerivations(points, part)
  part.fill(0)
  return products.map(requirePoint)
}

/**
 * Combines parts to the key images of outputs.
 *
 * @param parts - Per output, the parts of this member and of others; duplicates are allowed.
 * @returns In hex; undefined for an output with missing parts.
 */
export async function wholeKeyImages(
  crypto: Crypto,
  timeSlice: TimeSlice,
  secrets: MemberSecrets,
  some: readonly KeyImageBase[],
  parts: readonly (readonly Uint8Array[])[],
): Promise<(string | undefined)[]> {
  const { threshold, signers } = secrets.multisig
  const complete = choose(signers.length, threshold - 1)
  const keys = some.map(({ output }) => output.txPublicKey)
  const derivations = crypto.keyDerivations(keys, secrets.viewSecret)
  const own = some.map(({ output, base }, i) => {
    const known = secretKnownBy(crypto, secrets, output, derivations[i])
    const product = requirePoint(crypto.multiply(known, base))
    known.fill(0)
    return product
  })
  const images: (string | undefined)[] = []
  for (const [i, product] of own.entries()) {
    const distinct = new Set(parts[i]!.map(bytesToHex))
    if (distinct.size !== complete) {
      images.push(undefined)
      continue
    }
    let sum = product
    for (const part of distinct) {
      sum = requirePoint(crypto.pointAdd(sum, hexToBytes(part)))
      await timeSlice.pause()
    }
    images.push(bytesToHex(sum))
  }
  return images
}

function requirePoint(point: Uint8Array | undefined): Uint8Array {
  if (!point) throw new Error('partial key image: expected a point of the curve')
  return point
}

/**
 * The part of an output's secret that all members know: Hs(D || i), and m of the subaddress. The
 * caller wipes it.
 */
export const knownSecret = (
  crypto: Crypto,
  secrets: MemberSecrets,
  output: OutputRecord,
): Uint8Array =>
  secretKnownBy(
    crypto,
    secrets,
    output,
    crypto.keyDerivation(output.txPublicKey, secrets.viewSecret),
  )

/** @param derivation - D of the output, which is wiped here. */
function secretKnownBy(
  crypto: Crypto,
  { viewSecret }: MemberSecrets,
  { indexInTx, subaddress }: OutputRecord,
  derivation: Uint8Array | undefined,
): Uint8Array {
  if (!derivation) throw new Error('an output of this wallet does not belong to its keys')
  const nothing = new Uint8Array(32)
  const base = subaddressSpendSecret(crypto, { spendSecret: nothing, viewSecret }, subaddress)
  const secret = crypto.deriveSecretKey(derivation, indexInTx, base)
  for (const each of [derivation, base]) each.fill(0)
  return secret
}
