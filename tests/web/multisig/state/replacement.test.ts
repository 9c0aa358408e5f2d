import { describe, expect, test } from 'vitest'
import { hasSignatureOf, replacementOf } from '../../../../web/multisig/state/replacement.ts'
import type { TransferDescription } from '../../../../web/multisig/state/payment.svelte.ts'

const incoming = (name: string, ...signed: string[]) => ({
  description: { desc: [{ extra: name, fee: 5n }] } as unknown as TransferDescription,
  signed,
})
const current = (name: string, ...signed: string[]) => ({
  ...incoming(name, ...signed),
  confirmed: true,
})

describe('replacementOf, for member b', () => {
  test.each([
    ['accepts the first payment', undefined, incoming('x', 'a'), 'replace'],
    ['accepts the same version again', current('x', 'a', 'b'), incoming('x', 'a', 'b'), 'replace'],
    [
      'accepts a version with more signatures',
      current('x', 'a', 'b'),
      incoming('x', 'a', 'b', 'c'),
      'replace',
    ],
    [
      'replaces another payment without a signature of b',
      current('x', 'a'),
      incoming('y', 'a'),
      'replace',
    ],
    [
      'asks before it replaces another payment that b signed',
      current('x', 'a', 'b'),
      incoming('y', 'a'),
      'ask',
    ],
    ['asks also when b signed both', current('x', 'a', 'b'), incoming('y', 'a', 'b'), 'ask'],
    [
      'replaces a proposal of b that no other member has',
      { ...current('x', 'b'), confirmed: false },
      incoming('y', 'a'),
      'replace',
    ],
  ] as const)('%s', (_, before, given, replacement) => {
    expect(replacementOf('b', before, given)).toBe(replacement)
  })

  test.each([
    [
      'a version without the signature of b',
      current('x', 'a', 'b'),
      incoming('x', 'a'),
      /lacks your signature/,
    ],
    [
      'a version with another signature instead of that of b',
      current('x', 'a', 'b'),
      incoming('x', 'a', 'c'),
      /lacks your signature/,
    ],
    [
      'a version with fewer signatures',
      current('x', 'b', 'c'),
      incoming('x', 'b'),
      /older version/,
    ],
    [
      'a version with fewer signatures of other members',
      current('x', 'a', 'c'),
      incoming('x', 'a'),
      /has more signatures/,
    ],
  ] as const)('error: %s', (_, before, given, error) => {
    expect(replacementOf('b', before, given)).toEqual({ error: expect.stringMatching(error) })
  })
})

test.each([
  ['signed after another member', { signed: ['a', 'b'], confirmed: true }, true],
  ['proposed and shared', { signed: ['b'], confirmed: true }, true],
  ['proposed and not shared', { signed: ['b'], confirmed: false }, false],
  ['only imported', { signed: ['a'], confirmed: true }, false],
])('hasSignatureOf for a payment that b %s', (_, payment, expected) => {
  expect(hasSignatureOf('b', payment)).toBe(expected)
})
