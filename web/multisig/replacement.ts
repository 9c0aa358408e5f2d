/**
 * Whether one payment may take the place of another that is in hand. A signature cannot be made again,
 * since what it is made with is used up: nobody gives it up but the person.
 *
 * @module
 */
import { stringifyJson } from '#protocol/json.ts'
import type { Description } from './payment.svelte.ts'

/** What a payment does, and the base keys of those who signed it. */
export type Looked = { description: Description; signed: readonly string[] }

/** `agreed` as it is kept. */
export type InHand = Looked & { agreed: boolean }

/** Whether a signature of `own` is lost with it. Who proposed what nobody has yet proposes it again. */
export const holdsSignature = (own: string, { signed, agreed }: Omit<InHand, 'description'>) =>
  signed.includes(own) && (agreed || signed.length > 1)

/** At once; once the person has said so; or not at all, in words for the person. */
export type Place = 'taken' | 'asked' | { fault: string }

/** @param own - This member's base key. */
export function placeOf(own: string, inHand: InHand | undefined, given: Looked): Place {
  if (!inHand) return 'taken'
  const isHeld = holdsSignature(own, inHand)
  if (!isSame(inHand.description, given.description)) return isHeld ? 'asked' : 'taken'
  if (isHeld && !given.signed.includes(own)) return { fault: beforeOurs }
  const isBehind = given.signed.every((each) => inHand.signed.includes(each))
  return isBehind && given.signed.length < inHand.signed.length ? { fault: behind } : 'taken'
}

const beforeOurs =
  'This is the payment before you signed it. The one in hand has your signature, which cannot be made ' +
  'again. Where it was proposed anew, put the one in hand aside first.'

const behind = 'This is the payment before others signed it. The one in hand has more signatures.'

/** Whoever signs it further changes nothing of what it does. */
const isSame = (one: Description, other: Description) =>
  stringifyJson(one.desc) === stringifyJson(other.desc)
