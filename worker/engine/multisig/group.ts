/**
 * A multisig group: its members, its threshold, and the number of its key exchange rounds.
 *
 * @module
 * @see monero src/multisig/multisig_account.cpp
 */
import { writeMultisigSeed } from '#protocol/interchange/multisig-seed.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import { keyRounds, mostSigners } from '#protocol/rules/multisig.ts'
import type { Crypto } from '#wasm/types.ts'
import { isIdentity } from '../keys/identity.ts'
import type { MultisigRecord, Secrets } from '../store/records.ts'
import { refused } from './errors.ts'

/** Keys of a group member: the view secret and both public keys are the group's. */
export type MemberSecrets = Secrets & { multisig: MultisigRecord }

/** {@link keyRounds} of a member's group. */
export const roundsOf = ({ threshold, signers }: Pick<MultisigRecord, 'threshold' | 'signers'>) =>
  keyRounds(threshold, signers.length)

/** Whether the public spend key is known. */
export const hasSpendKey = (multisig: MultisigRecord): boolean =>
  multisig.rounds >= roundsOf(multisig)

/** Whether the other members have confirmed the same keys, which takes a round of its own. */
export const isReady = (multisig: MultisigRecord): boolean => multisig.rounds > roundsOf(multisig)

/**
 * The members of a new group, ascending.
 *
 * @param own - Base key of this member.
 * @throws {RpcError} When the members or the threshold are invalid.
 * @see monero src/multisig/multisig_account.cpp set_multisig_config
 */
export function membersOf(
  crypto: Crypto,
  threshold: number,
  signers: readonly Uint8Array[],
  own: Uint8Array,
): Uint8Array[] {
  const error = groupError(crypto, threshold, signers, own)
  if (error) throw refused(`multisig account: tried to set ${error}`)
  return sortedKeys(signers)
}

/**
 * The reason why a group is invalid; undefined for a valid group. Parameters as of {@link
 * membersOf}.
 */
export function groupError(
  crypto: Crypto,
  threshold: number,
  signers: readonly Uint8Array[],
  own: Uint8Array,
): string | undefined {
  if (threshold < 1 || threshold > signers.length) return 'invalid threshold.'
  if (signers.length < 2 || signers.length > mostSigners) return 'invalid number of signers.'
  if (signers.some((key) => isIdentity(key) || !crypto.isInMainSubgroup(key)))
    return 'signers, but a signer pubkey is invalid.'
  const names = signers.map(bytesToHex)
  if (!names.includes(bytesToHex(own)))
    return "signers, but did not find the account's base pubkey in signer list."
  if (new Set(names).size < names.length)
    return 'signers, but there are duplicate signers unexpectedly.'
  return undefined
}

/** Public keys in the order that all members use. */
export const sortedKeys = (keys: readonly Uint8Array[]): Uint8Array[] =>
  keys
    .map((key) => ({ key, name: bytesToHex(key) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ key }) => key)

/**
 * The seed that restores a member after a complete key exchange, without its nonces.
 *
 * @returns In hex.
 * @see monero src/wallet/wallet2.cpp wallet2::get_multisig_seed
 */
export function multisigSeedOf({ multisig, ...keys }: Readonly<MemberSecrets>): string {
  const bytes = writeMultisigSeed({ ...keys, ...multisig })
  const hex = bytesToHex(bytes)
  bytes.fill(0)
  return hex
}
