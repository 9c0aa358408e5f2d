/**
 * Sets of group transactions that pass from member to member, encrypted with the common view key.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp save_multisig_tx, parse_multisig_tx_from_str
 */
import { RpcError } from '#protocol/errors.ts'
import { magics } from '#protocol/interchange/magics.ts'
import type { MultisigSet } from '#protocol/interchange/multisig-set.ts'
import { mostRequestBytes } from '#protocol/json/jsonrpc.ts'
import { seal, unseal, type SealPorts, type UnsealPorts } from '../exchange/sealed-set.ts'
import type { Secrets } from '../store/records.ts'
import { refused } from './errors.ts'

/** Reserved bytes of a call in addition to the set: its seal and the envelope. */
const envelopeBytes = 1024
/** Limit of the set itself, which calls carry in hex. */
const maxSetBytes = mostRequestBytes / 2 - envelopeBytes

const format = () => import('#protocol/interchange/multisig-set.ts')

/**
 * The error for a set of this size, if it is too large. Must be checked before nonces are used,
 * since a set that is too large cannot reach the other members. Each combination of members names
 * every share, so sets of groups like 8 of 16 are too large.
 */
export const sizeError = (bytes: number): string | undefined =>
  bytes <= maxSetBytes
    ? undefined
    : `The set would have ${bytes} bytes, more than the ${maxSetBytes} that fit in one call`

/** @throws {RpcError} UNKNOWN_ERROR for a set that is too large. */
export async function sealMultisigSet(
  ports: SealPorts,
  secrets: Secrets,
  set: MultisigSet,
): Promise<Uint8Array> {
  const { writeMultisigSet } = await format()
  const content = writeMultisigSet(set)
  const error = sizeError(content.length)
  if (error !== undefined) throw refused(error)
  return seal(ports, secrets, magics.multisigSet, content)
}

/** Undefined for invalid data, and for a set of another group. */
export async function openMultisigSet(
  ports: UnsealPorts,
  secrets: Secrets,
  sealed: Uint8Array,
): Promise<MultisigSet | undefined> {
  const content = await unseal(ports, secrets, magics.multisigSet, sealed)
  if (!(content instanceof Uint8Array)) return undefined
  const { readMultisigSet } = await format()
  const set = readMultisigSet(content)
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
