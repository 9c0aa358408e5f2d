/**
 * What a member can do next: with the multisig info of the others, and with a payment.
 *
 * @module
 */
import type { GroupSize } from './key-rounds.ts'

/** Other members whose multisig info is missing. */
export type MissingInfo = {
  /** How many messages are required before an import. */
  required: number
  /** How many members have sent none; each further message allows one more member to sign. */
  remaining: number
}

export const missingInfo = ({ threshold, total }: GroupSize, received: number): MissingInfo => ({
  required: Math.max(0, threshold - 1 - received),
  remaining: total - 1 - received,
})

export type SigningState = {
  own: string
  threshold: number
  /** Base keys of the members that signed, and of those that still can. */
  signed: readonly string[]
  asked: readonly string[]
}

/**
 * This member signs; another member signs; any member sends it; or this member can do nothing, because
 * the signatures exclude it.
 */
export type NextAction = 'sign' | 'wait' | 'send' | 'excluded'

export function nextActionOf({ own, threshold, signed, asked }: SigningState): NextAction {
  if (signed.length >= threshold) return 'send'
  if (signed.includes(own)) return 'wait'
  return asked.includes(own) ? 'sign' : 'excluded'
}
