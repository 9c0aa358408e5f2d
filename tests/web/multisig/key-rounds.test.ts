import { describe, expect, test } from 'vitest'
import type { KeyMessage } from '../../../web/multisig/messages.ts'
import { hear, roundOf, roundsOf, type Exchange } from '../../../web/multisig/key-rounds.ts'

const keyOf = (member: string) => member.repeat(64)
const [a, b, c, d] = [...'abcd'].map(keyOf) as [string, string, string, string]
const said = (from: string, round: number, text = `${from[0]}${round}`): KeyMessage => ({
  ...{ kind: 'keys', text, round, from },
})

/** Member a of a 2 of 3, in a round; from the second on it knows the others. */
const inRound = (round: number, heard: KeyMessage[] = []): Exchange => ({
  ...{ plan: { threshold: 2, total: 3 }, own: said(a, round), heard },
  members: round === 1 ? undefined : [a, b, c],
})

test.each([
  [2, 2, 2],
  [2, 3, 3],
  [3, 3, 2],
  [1, 2, 3],
  [4, 7, 5],
])('the keys of %i of %i take %i messages of each', (threshold, total, rounds) => {
  expect(roundsOf({ threshold, total })).toBe(rounds)
})

describe('a round', () => {
  test('waits for all others, who are not known in the first', () => {
    expect(roundOf(inRound(1))).toEqual({
      ...{ number: 1, of: 3, answers: [], waitingFor: [], left: 2 },
    })
    expect(roundOf(inRound(1, [said(b, 1)]))).toEqual({
      ...{ number: 1, of: 3, answers: [said(b, 1)], waitingFor: [], left: 1 },
    })
  })

  test('says who has not answered, once they are known', () => {
    expect(roundOf(inRound(2, [said(c, 2)]))).toMatchObject({ waitingFor: [b], left: 1 })
    expect(roundOf(inRound(2, [said(c, 2), said(b, 2)]))).toMatchObject({
      ...{ waitingFor: [], left: 0 },
    })
  })

  test('does not count what is for the next one', () => {
    expect(roundOf(inRound(2, [said(b, 3)]))).toMatchObject({ waitingFor: [b, c], left: 2 })
  })
})

describe('hear', () => {
  test('takes several at once, and one round ahead', () => {
    const more = [said(b, 2), said(c, 2), said(b, 3)]
    expect(hear(inRound(2), more)).toEqual(more)
  })

  test('puts a message in the place of an earlier one by the same member', () => {
    const before = inRound(1, [said(b, 1), said(c, 1)])
    expect(hear(before, [said(b, 1, 'anew')])).toEqual([said(b, 1, 'anew'), said(c, 1)])
  })

  test.each<[string, Exchange, KeyMessage[], string]>([
    ['its own', inRound(1), [said(a, 1)], 'This is your own message. The others need it.'],
    [
      'one of a stranger',
      inRound(2),
      [said(b, 2), said(d, 2)],
      'Member dddd…dddd does not belong to this group.',
    ],
    [
      'one too many while nobody is known',
      inRound(1, [said(b, 1), said(c, 1)]),
      [said(d, 1)],
      'More than 2 others have answered. One of them is of another group.',
    ],
    [
      'one of a round before',
      inRound(3),
      [said(b, 2)],
      'Member bbbb…bbbb sent the message of round 2. It is round 3 now.',
    ],
    [
      'one further ahead than anybody can be',
      inRound(1),
      [said(b, 3)],
      'A message of round 3 is of another group.',
    ],
  ])('error: %s', (_, exchange, more, fault) => {
    expect(hear(exchange, more)).toBe(fault)
  })

  test('error: what is for later', () => {
    expect(hear(inRound(2), [{ kind: 'payment', text: 'ff' }])).toBe(
      'This is for later: first the keys are exchanged.',
    )
  })
})
