/**
 * Compares the payments that an unsigned transaction declares with its outputs.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { sameBytes } from '#protocol/bytes.ts'
import { paymentId, parseExtra } from '#protocol/chain/extra.ts'
import {
  bulletproofPlus,
  type Construction,
  type RecipientAmount,
} from '#protocol/interchange/construction.ts'
import type { Crypto } from '#wasm/types.ts'
import { decompose } from '../tx/decompose.ts'
import { ownRecipient, sameRecipient } from '../tx/recipient.ts'
import type { OutputRecord, Secrets } from '../store/records.ts'

/** The extra of a rebuilt transaction keeps only payment ids of 8 bytes. */
export type CheckedClaims = { paymentId: Uint8Array | undefined }

/**
 * Checks that all outputs except the declared payments return to this wallet, and that the request
 * contains nothing that a description cannot show.
 *
 * @returns Its payment id, or the reason why it is refused.
 */
export function checkClaims(
  crypto: Crypto,
  secrets: Secrets,
  construction: Construction,
): CheckedClaims | string {
  const { change, account, outputs, payments, proof, ringct, sources } = construction
  if (sources.length === 0) return 'Empty sources'
  if (!construction.viewTags) return 'its outputs have no view tags'
  if (!ringct && sources.some((source) => source.ringct))
    return 'it spends outputs of RingCT by older rules'
  if (!ringct) return plainClaims(secrets, construction)
  if (proof.type !== bulletproofPlus.type || ![0, bulletproofPlus.version].includes(proof.version))
    return 'its range proofs are not those of today'
  if (
    change.amount > 0n &&
    !sameRecipient(change, ownRecipient(crypto, secrets, { account, address: 0 }))
  )
    return 'change goes to an address of another wallet'
  if (!sameOutputs(outputs, [...payments, ...changeOf(construction)]))
    return 'its outputs are not the payments it names and its change'
  return claimedId(construction.extra)
}

/**
 * The reason why the change address is refused, if any. Change in an account without lookahead
 * would belong to this wallet, but no scan would find it.
 *
 * @param inputs - The own outputs that it spends.
 * @see monero src/multisig/multisig_tx_builder_ringct.cpp compute_keys_for_sources
 */
export const changeError = (
  { change, account }: Construction,
  inputs: readonly { output: Pick<OutputRecord, 'subaddress'> }[],
): string | undefined =>
  change.amount > 0n && inputs.some(({ output }) => output.subaddress.account !== account)
    ? 'change goes to another account than the one that is spent from'
    : undefined

// Unmixable outputs: all of the amount returns to this wallet, and the ring reveals the spent
// output anyway.
function plainClaims(
  { spendPublic, viewPublic }: Secrets,
  asked: Construction,
): CheckedClaims | string {
  const { outputs, payments, change } = asked
  const isOurs = (paid: RecipientAmount) =>
    !paid.isSubaddress &&
    sameBytes(paid.spendKey, spendPublic) &&
    sameBytes(paid.viewKey, viewPublic)
  if (change.amount > 0n || !payments.every(isOurs))
    return 'it pays others from outputs of before RingCT'
  const split = payments.flatMap((paid) =>
    decompose(paid.amount).map((amount) => ({ ...paid, amount })),
  )
  if (!sameOutputs(outputs, split)) return 'its outputs are not the payments it names'
  return claimedId(asked.extra)
}

// Change of zero goes to a random address, where there would be only one output otherwise.
const changeOf = ({ change, payments }: Construction): RecipientAmount[] =>
  change.amount > 0n || payments.length === 1 ? [change] : []

function sameOutputs(a: readonly RecipientAmount[], b: readonly RecipientAmount[]): boolean {
  const names = (all: readonly RecipientAmount[]) => all.map(nameOf).sort().join()
  return names(a) === names(b)
}

const nameOf = ({ spendKey, viewKey, amount, isSubaddress }: RecipientAmount) =>
  `${bytesToHex(spendKey)}${bytesToHex(viewKey)}${isSubaddress}${amount}`

// The public keys in the request come from the requesting wallet. The signer creates its own.
function claimedId(extra: Uint8Array): CheckedClaims | string {
  const { fields, rest } = parseExtra(extra)
  const known = fields.filter(({ kind }) => kind !== 'publicKey' && kind !== 'additionalKeys')
  const id = paymentId(fields)
  if (rest.length > 0 || known.length > 1 || (known.length === 1 && id?.kind !== 'encrypted'))
    return 'its extra contains more than a short payment id'
  const isGiven = id?.id.some((byte) => byte !== 0)
  return { paymentId: isGiven ? id!.id : undefined }
}
