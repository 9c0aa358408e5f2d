/**
 * Key images of a group's outputs. Each member has some of their parts, all of them together the whole.
 *
 * @module
 * @see monero src/multisig/multisig.cpp generate_multisig_composite_key_image
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Crypto } from '#wasm/types.ts'
import { subaddressSpendSecret } from '../keys/subaddress-secrets.ts'
import type { OutputRecord } from '../store/records.ts'
import type { MemberSecrets } from './group.ts'
import { choose } from './named-keys.ts'

/** This member's parts: each of its shares times Hp of the one-time key. */
export const partialKeyImages = (
  crypto: Crypto,
  { multisig }: MemberSecrets,
  output: Pick<OutputRecord, 'key'>,
): Uint8Array[] => {
  const key = hexToBytes(output.key)
  return multisig.shares.map((share) => crypto.keyImage(key, share))
}

/**
 * The key image of an output.
 *
 * @param parts - Of this member and others; the same one may stand there more than once.
 * @returns In hex; undefined while parts are missing.
 */
export function wholeKeyImage(
  crypto: Crypto,
  secrets: MemberSecrets,
  output: OutputRecord,
  parts: readonly Uint8Array[],
): string | undefined {
  const { threshold, signers } = secrets.multisig
  const distinct = new Set(parts.map(bytesToHex))
  if (distinct.size !== choose(signers.length, threshold - 1)) return undefined
  const known = knownSecret(crypto, secrets, output)
  let sum = crypto.keyImage(hexToBytes(output.key), known)
  known.fill(0)
  for (const part of distinct) {
    const next = crypto.pointAdd(sum, hexToBytes(part))
    if (!next) throw new Error('partial key image: it is no point')
    sum = next
  }
  return bytesToHex(sum)
}

/** What all members know of an output's secret: Hs(D || i), and m of the subaddress. The caller wipes it. */
export function knownSecret(
  crypto: Crypto,
  { viewSecret }: MemberSecrets,
  { txPublicKey, indexInTx, subaddress }: OutputRecord,
): Uint8Array {
  const derivation = crypto.keyDerivation(txPublicKey, viewSecret)
  if (!derivation) throw new Error('an output of this wallet does not belong to its keys')
  const nothing = new Uint8Array(32)
  const base = subaddressSpendSecret(crypto, { spendSecret: nothing, viewSecret }, subaddress)
  const secret = crypto.deriveSecretKey(derivation, indexInTx, base)
  for (const each of [derivation, base]) each.fill(0)
  return secret
}
