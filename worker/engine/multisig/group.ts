/**
 * A multisig group: who belongs to it, how many must sign, how many rounds its keys take.
 *
 * @module
 * @see monero src/multisig/multisig_account.cpp
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { keyRounds, mostSigners } from '#protocol/rules/multisig.ts'
import type { Crypto } from '#wasm/types.ts'
import { isIdentity } from '../keys/identity.ts'
import type { MultisigRecord, Secrets } from '../store/records.ts'
import { refused } from './errors.ts'

/** Keys of a member of a group: the view secret is the group's, and so are both public keys. */
export type MemberSecrets = Secrets & { multisig: MultisigRecord }

/** As {@link keyRounds}, of a member's group. */
export const roundsOf = ({ threshold, signers }: Pick<MultisigRecord, 'threshold' | 'signers'>) =>
  keyRounds(threshold, signers.length)

/** Whether the public spend key is known. */
export const hasSpendKey = (multisig: MultisigRecord): boolean =>
  multisig.rounds >= roundsOf(multisig)

/** Whether the others were seen to have the same keys, too, which takes a round of its own. */
export const isReady = (multisig: MultisigRecord): boolean => multisig.rounds > roundsOf(multisig)

/**
 * The members of a new group, rising.
 *
 * @param own - Base key of this member.
 * @throws {RpcError} When they, or how many of them must sign, are none of a group.
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

/** Why these are the members of no group; undefined when they are. Parameters as of {@link membersOf}. */
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

/** Public keys in the order that all members agree on. */
export const sortedKeys = (keys: readonly Uint8Array[]): Uint8Array[] =>
  keys
    .map((key) => ({ key, name: bytesToHex(key) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ key }) => key)
