/**
 * A group's transactions on their way from one member to the next: encrypted with the view key that all
 * have.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp save_multisig_tx, parse_multisig_tx_from_str
 */
import { RpcError } from '#protocol/errors.ts'
import { magics } from '#protocol/interchange/magics.ts'
import {
  readMultisigSet,
  writeMultisigSet,
  type MultisigSet,
} from '#protocol/interchange/multisig-set.ts'
import { seal, unseal, type SealPorts, type UnsealPorts } from '../cold/sealed.ts'
import type { Secrets } from '../store/records.ts'

export const sealMultisigSet = (
  ports: SealPorts,
  secrets: Secrets,
  set: MultisigSet,
): Promise<Uint8Array> => seal(ports, secrets, magics.multisigSet, writeMultisigSet(set))

/** Undefined for what is no set of this group. */
export async function openMultisigSet(
  ports: UnsealPorts,
  secrets: Secrets,
  sealed: Uint8Array,
): Promise<MultisigSet | undefined> {
  const content = await unseal(ports, secrets, magics.multisigSet, sealed)
  const set = content instanceof Uint8Array ? readMultisigSet(content) : undefined
  const isWhole = set?.transactions.every(({ tx, construction: { sources, positions } }) =>
    [sources, positions].every(({ length }) => length > 0 && length === tx.inputs.length),
  )
  return isWhole ? set : undefined
}

/** @throws {RpcError} BAD_MULTISIG_TX_DATA */
export async function requireMultisigSet(
  ports: UnsealPorts,
  secrets: Secrets,
  sealed: Uint8Array,
): Promise<MultisigSet> {
  const set = await openMultisigSet(ports, secrets, sealed)
  if (!set) throw new RpcError('BAD_MULTISIG_TX_DATA', 'Failed to parse multisig tx data.')
  return set
}
