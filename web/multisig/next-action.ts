/**
 * Whose turn it is: with what members tell each other of outputs, and with a payment.
 *
 * @module
 */
import type { Plan } from './key-rounds.ts'

/** What others told, of those that tell. */
export type Telling = {
  /** How many more must tell before it can be taken in. */
  needed: number
  /** How many have not told; with them more members can sign. */
  left: number
}

export const tellingOf = ({ threshold, total }: Plan, heard: number): Telling => ({
  needed: Math.max(0, threshold - 1 - heard),
  left: total - 1 - heard,
})

export type Signing = {
  own: string
  threshold: number
  /** Who signed, and who still can. */
  signed: readonly string[]
  asked: readonly string[]
}

/**
 * What is to be done with a payment: this member signs; another one does; anybody sends it; or it can be
 * neither signed nor sent here, since those who sign were chosen without this member.
 */
export type Turn = 'ours' | 'theirs' | 'send' | 'without us'

export function turnOf({ own, threshold, signed, asked }: Signing): Turn {
  if (signed.length >= threshold) return 'send'
  if (signed.includes(own)) return 'theirs'
  return asked.includes(own) ? 'ours' : 'without us'
}
