/**
 * The key exchange of a group, as the one in front of the screen goes through it: what round it is in,
 * who has answered, whether all have.
 *
 * @module
 */
import { keyRounds } from '#protocol/rules/multisig.ts'
import { brief } from '../format/address.ts'
import type { KeyMessage, Message } from './messages.ts'

export type Plan = { threshold: number; total: number }

/** Messages that each member sends: keys are made round by round, then compared in one more. */
export const roundsOf = ({ threshold, total }: Plan): number => keyRounds(threshold, total) + 1

/** How a member is called on screen: nobody but its program knows a name of it. */
export const memberName = (key: string): string => brief(key, 4)

/** What this member sent, and what it knows of the others. */
export type Exchange = {
  plan: Plan
  own: KeyMessage
  /** Base keys of all members; undefined before the group is made. */
  members: readonly string[] | undefined
  /** Messages of others, of this round or the next one. */
  heard: readonly KeyMessage[]
}

export type Round = {
  number: number
  of: number
  /** What others answered in it. */
  answers: KeyMessage[]
  /** Those who have not, where they are known. */
  waitingFor: string[]
  /** How many have not. */
  left: number
}

export function roundOf({ plan, own, members, heard }: Exchange): Round {
  const answers = heard.filter(({ round }) => round === own.round)
  const answered = new Set([own.from, ...answers.map(({ from }) => from)])
  return {
    number: own.round,
    of: roundsOf(plan),
    answers,
    waitingFor: (members ?? []).filter((member) => !answered.has(member)),
    left: plan.total - 1 - answers.length,
  }
}

/**
 * Takes in what was pasted. A member's message takes the place of its earlier one of the same round.
 *
 * @returns All that was heard now; or why some of it cannot be, then nothing is taken.
 */
export function hear(exchange: Exchange, more: readonly Message[]): KeyMessage[] | string {
  const heard = [...exchange.heard]
  for (const message of more) {
    if (message.kind !== 'keys') return 'This is for later: first the keys are exchanged.'
    const fault = faultOf({ ...exchange, heard }, message)
    if (fault !== undefined) return fault
    const at = heard.findIndex(
      ({ round, from }) => round === message.round && from === message.from,
    )
    heard.splice(at < 0 ? heard.length : at, at < 0 ? 0 : 1, message)
  }
  return heard
}

function faultOf({ plan, own, members, heard }: Exchange, message: KeyMessage): string | undefined {
  const { from, round } = message
  if (from === own.from) return 'This is your own message. The others need it.'
  if (members && !members.includes(from))
    return `Member ${memberName(from)} does not belong to this group.`
  if (round < own.round)
    return `Member ${memberName(from)} sent the message of round ${round}. It is round ${own.round} now.`
  // Who is quick may be one round ahead, and no more: it needs this member's answer to go on.
  if (round > own.round + 1) return `A message of round ${round} is of another group.`
  const known = new Set(heard.map((each) => each.from).concat(from))
  if (known.size >= plan.total)
    return `More than ${plan.total - 1} others have answered. One of them is of another group.`
  return undefined
}
