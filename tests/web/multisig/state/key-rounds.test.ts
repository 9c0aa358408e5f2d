import { describe, expect, test } from 'vitest'
import type { KeyMessage } from '../../../../web/multisig/state/messages.ts'
import {
  addMessages,
  currentRound,
  roundCount,
  type KeyExchangeState,
} from '../../../../web/multisig/state/key-rounds.ts'

const keyOf = (member: string) => member.repeat(64)
const [a, b, c, d] = [...'abcd'].map(keyOf) as [string, string, string, string]
const message = (from: string, round: number, text = `${from[0]}${round}`): KeyMessage => ({
  kind: 'keys',
  text,
  round,
  from,
})

/** Member a of a 2-of-3 group; from the second round on it knows the other members. */
const inRound = (round: number, received: KeyMessage[] = []): KeyExchangeState => ({
  size: { threshold: 2, total: 3 },
  own: message(a, round),
  received,
  members: round === 1 ? undefined : [a, b, c],
})

test.each([
  [2, 2, 2],
  [2, 3, 3],
  [3, 3, 2],
  [1, 2, 3],
  [4, 7, 5],
])('%i of %i members exchange %i messages each', (threshold, total, rounds) => {
  expect(roundCount({ threshold, total })).toBe(rounds)
})

describe('currentRound', () => {
  test('counts missing members while their keys are unknown', () => {
    expect(currentRound(inRound(1))).toEqual({
      number: 1,
      of: 3,
      answers: [],
      waitingFor: [],
      missing: 2,
    })
    expect(currentRound(inRound(1, [message(b, 1)]))).toEqual({
      number: 1,
      of: 3,
      answers: [message(b, 1)],
      waitingFor: [],
      missing: 1,
    })
  })

  test('names missing members once their keys are known', () => {
    expect(currentRound(inRound(2, [message(c, 2)]))).toMatchObject({
      waitingFor: [b],
      missing: 1,
    })
    expect(currentRound(inRound(2, [message(c, 2), message(b, 2)]))).toMatchObject({
      waitingFor: [],
      missing: 0,
    })
  })

  test('does not count messages of the next round', () => {
    expect(currentRound(inRound(2, [message(b, 3)]))).toMatchObject({
      waitingFor: [b, c],
      missing: 2,
    })
  })
})

describe('addMessages', () => {
  test('accepts several messages, up to one round ahead', () => {
    const incoming = [message(b, 2), message(c, 2), message(b, 3)]
    expect(addMessages(inRound(2), incoming)).toEqual(incoming)
  })

  test('replaces an earlier message of the same member and round', () => {
    const before = inRound(1, [message(b, 1), message(c, 1)])
    expect(addMessages(before, [message(b, 1, 'again')])).toEqual([
      message(b, 1, 'again'),
      message(c, 1),
    ])
  })

  test.each<[string, KeyExchangeState, KeyMessage[], string]>([
    [
      'the own message',
      inRound(1),
      [message(a, 1)],
      'This is your own message. Send it to the other members.',
    ],
    [
      'a message of a stranger',
      inRound(2),
      [message(b, 2), message(d, 2)],
      'Member dddd…dddd does not belong to this group.',
    ],
    [
      'one message too many while the members are unknown',
      inRound(1, [message(b, 1), message(c, 1)]),
      [message(d, 1)],
      'More than 2 other members have answered. One of them belongs to another group.',
    ],
    [
      'a message of an earlier round',
      inRound(3),
      [message(b, 2)],
      'Member bbbb…bbbb sent the message of round 2. It is round 3 now.',
    ],
    [
      'a message more than one round ahead',
      inRound(1),
      [message(b, 3)],
      'The message of round 3 belongs to another group.',
    ],
  ])('error: %s', (_, state, incoming, error) => {
    expect(addMessages(state, incoming)).toBe(error)
  })

  test('error: a message of a later step', () => {
    expect(addMessages(inRound(2), [{ kind: 'payment', text: 'ff' }])).toBe(
      'This message belongs to a later step. Finish the key exchange first.',
    )
  })
})
