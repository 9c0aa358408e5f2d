/**
 * The key exchange of a group, as one member sees it: the present round, the members that have answered,
 * the members that are missing.
 *
 * @module
 */
import { keyRounds } from '#protocol/rules/multisig.ts'
import { brief } from '../../format/address.ts'
import type { KeyMessage, Message } from './messages.ts'

/** A payment needs `threshold` signatures of `total` members. */
export type GroupSize = { threshold: number; total: number }

/** Messages that each member sends: one for each round of keys, and one to compare the result. */
export const roundCount = ({ threshold, total }: GroupSize): number =>
  keyRounds(threshold, total) + 1

/** A member's name on screen: a short form of its base key. */
export const memberName = (key: string): string => brief(key, 4)

/** This member's message, and the messages received from the others. */
export type KeyExchangeState = {
  size: GroupSize
  own: KeyMessage
  /** Base keys of all members; undefined before the group exists. */
  members: readonly string[] | undefined
  /** Messages of other members, of this round or the next one. */
  received: readonly KeyMessage[]
}

export type Round = {
  number: number
  of: number
  /** Messages of other members in this round. */
  answers: KeyMessage[]
  /** Base keys of the members without a message, as far as known. */
  waitingFor: string[]
  /** How many members have not answered. */
  missing: number
}

export function currentRound({ size, own, members, received }: KeyExchangeState): Round {
  const answers = received.filter(({ round }) => round === own.round)
  const answered = new Set([own.from, ...answers.map(({ from }) => from)])
  return {
    number: own.round,
    of: roundCount(size),
    answers,
    waitingFor: (members ?? []).filter((member) => !answered.has(member)),
    missing: size.total - 1 - answers.length,
  }
}

/**
 * Adds pasted messages. A message replaces the member's earlier one of the same round.
 *
 * @returns All messages; or the reason why one is refused, then none is added.
 */
export function addMessages(
  state: KeyExchangeState,
  incoming: readonly Message[],
): KeyMessage[] | string {
  const received = [...state.received]
  for (const message of incoming) {
    if (message.kind !== 'keys')
      return 'This message belongs to a later step. Finish the key exchange first.'
    const error = errorOf({ ...state, received }, message)
    if (error !== undefined) return error
    const at = received.findIndex(
      ({ round, from }) => round === message.round && from === message.from,
    )
    received.splice(at < 0 ? received.length : at, at < 0 ? 0 : 1, message)
  }
  return received
}

function errorOf(
  { size, own, members, received }: KeyExchangeState,
  message: KeyMessage,
): string | undefined {
  const { from, round } = message
  if (from === own.from) return ownMessageError()
  if (members && !members.includes(from)) return strangerError(from)
  if (round < own.round)
    return `Member ${memberName(from)} sent the message of round ${round}. It is round ${own.round} now.`
  // Another member may be one round ahead at most: the round after needs this member's answer.
  if (round > own.round + 1) return `The message of round ${round} belongs to another group.`
  const known = new Set(received.map((each) => each.from).concat(from))
  if (known.size >= size.total)
    return `More than ${size.total - 1} other members have answered. One of them belongs to another group.`
  return undefined
}

export const ownMessageError = () => 'This is your own message. Send it to the other members.'
export const strangerError = (key: string): string =>
  `Member ${memberName(key)} does not belong to this group.`
