/**
 * Whether a payment may replace the current one. A signature cannot be made again because its nonces are
 * used up: only the user may discard it.
 *
 * @module
 */
import { stringifyJson } from '#protocol/json/json.ts'
import type { TransferDescription } from './payment.svelte.ts'

/** What a payment does, and the base keys of the members that signed it. */
export type SignedPayment = { description: TransferDescription; signed: readonly string[] }

/** `confirmed` as in `Progress`. */
export type CurrentPayment = SignedPayment & { confirmed: boolean }

/**
 * Whether discarding the payment loses a signature of `own`. A proposal that no other member has seen can
 * be proposed again.
 */
export const hasSignatureOf = (
  own: string,
  { signed, confirmed }: Omit<CurrentPayment, 'description'>,
): boolean => signed.includes(own) && (confirmed || signed.length > 1)

/** Replaces at once; asks the user first; or is refused with a reason for the user. */
export type Replacement = 'replace' | 'ask' | { error: string }

/** @param own - This member's base key. */
export function replacementOf(
  own: string,
  current: CurrentPayment | undefined,
  incoming: SignedPayment,
): Replacement {
  if (!current) return 'replace'
  const hasOwnSignature = hasSignatureOf(own, current)
  if (!isSamePayment(current.description, incoming.description))
    return hasOwnSignature ? 'ask' : 'replace'
  if (hasOwnSignature && !incoming.signed.includes(own)) return { error: withoutOwnSignature() }
  const addsNone = incoming.signed.every((member) => current.signed.includes(member))
  const isOlder = addsNone && incoming.signed.length < current.signed.length
  return isOlder ? { error: withFewerSignatures() } : 'replace'
}

const withoutOwnSignature = () =>
  'This version of the payment lacks your signature. You cannot sign it a second time. If the payment was proposed again, remove the current one first.'

const withFewerSignatures = () =>
  'This is an older version of the payment. The current one has more signatures.'

/** Further signatures do not change the description. */
const isSamePayment = (one: TransferDescription, other: TransferDescription) =>
  stringifyJson(one.desc) === stringifyJson(other.desc)
