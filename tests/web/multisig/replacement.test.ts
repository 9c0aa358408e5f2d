import { describe, expect, test } from 'vitest'
import { holdsSignature, placeOf } from '../../../web/multisig/replacement.ts'
import type { Description } from '../../../web/multisig/payment.svelte.ts'

const looked = (what: string, ...signed: string[]) => ({
  ...{ description: { desc: [{ extra: what, fee: 5n }] } as unknown as Description, signed },
})
const inHand = (what: string, ...signed: string[]) => ({ ...looked(what, ...signed), agreed: true })

describe('a payment, for member b', () => {
  test.each([
    ['comes where there is none', undefined, looked('x', 'a'), 'taken'],
    ['comes as it is', inHand('x', 'a', 'b'), looked('x', 'a', 'b'), 'taken'],
    ['comes back signed further', inHand('x', 'a', 'b'), looked('x', 'a', 'b', 'c'), 'taken'],
    ['replaces another that b has not signed', inHand('x', 'a'), looked('y', 'a'), 'taken'],
    ['waits behind another that b has signed', inHand('x', 'a', 'b'), looked('y', 'a'), 'asked'],
    [
      'waits behind another that b has signed, also when b signed both',
      ...[inHand('x', 'a', 'b'), looked('y', 'a', 'b')],
      'asked',
    ],
    [
      'replaces what b proposed, and nobody has',
      ...[{ ...inHand('x', 'b'), agreed: false }, looked('y', 'a')],
      'taken',
    ],
  ] as const)('%s', (_, before, given, place) => {
    expect(placeOf('b', before, given)).toBe(place)
  })

  test.each([
    ['before b signed it', inHand('x', 'a', 'b'), looked('x', 'a'), /before you signed it/],
    [
      'another signed beside b',
      inHand('x', 'a', 'b'),
      looked('x', 'a', 'c'),
      /before you signed it/,
    ],
    ['before others signed it', inHand('x', 'b', 'c'), looked('x', 'b'), /before others signed it/],
    [
      'which b never signed, before',
      inHand('x', 'a', 'c'),
      looked('x', 'a'),
      /has more signatures/,
    ],
  ] as const)('error: %s', (_, before, given, fault) => {
    expect(placeOf('b', before, given)).toEqual({ fault: expect.stringMatching(fault) })
  })
})

test.each([
  ['who signed it', { signed: ['a', 'b'], agreed: true }, true],
  ['who proposed it, and handed it on', { signed: ['b'], agreed: true }, true],
  ['who proposed it, and keeps it', { signed: ['b'], agreed: false }, false],
  ['who looked at it', { signed: ['a'], agreed: true }, false],
])('whether a signature is lost: of one %s', (_, payment, isHeld) => {
  expect(holdsSignature('b', payment)).toBe(isHeld)
})
