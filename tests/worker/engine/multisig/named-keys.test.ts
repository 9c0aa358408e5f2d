import { describe, expect, test } from 'vitest'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { ExchangeMessage } from '#protocol/interchange/key-exchange.ts'
import {
  choose,
  evaluateRound,
  evaluateVerification,
  requireRound,
} from '../../../../worker/engine/multisig/named-keys.ts'

/** Members are A to D. A name of one letter is a base key, of more letters the key of a subset. */
const keyOf = (name: string) => Uint8Array.from({ ...utf8ToBytes(name), length: 32 })
const hex = (name: string) => bytesToHex(keyOf(name))
const signature = new Uint8Array(64)
const message = (member: string, names: string, round = 2): ExchangeMessage => ({
  signer: keyOf(member),
  signature,
  content: { round, keys: names.split(' ').map(keyOf) },
})
const first = (member: string): ExchangeMessage => ({
  signer: keyOf(member),
  signature,
  content: { round: 1, viewSecret: new Uint8Array(32) },
})
const expected = (given: object = {}) => ({
  round: 2,
  signers: [...'ABCD'].map(hex),
  own: hex('A'),
  ownKeys: ['AB', 'AC', 'AD'].map(hex),
  incomplete: false,
  ...given,
})
const [fromB, fromC, fromD] = [
  message('B', 'AB BC BD'),
  message('C', 'AC BC CD'),
  message('D', 'AD BD CD'),
] as const
const refusal = (text: string | RegExp) =>
  expect.objectContaining({ reason: 'UNKNOWN_ERROR', message: expect.stringMatching(text) })

/** Keys with the members that name them, as letters. */
const shown = (named: ReadonlyMap<string, ReadonlySet<string>>) => {
  const text = (key: string) => Buffer.from(key, 'hex').toString().replaceAll('\0', '')
  return Object.fromEntries([...named].map(([key, by]) => [text(key), [...by].map(text).join('')]))
}

describe('evaluateRound', () => {
  test('collects the base keys of all others in the first round', () => {
    const messages = [...'ABCD'].map(first)
    const named = evaluateRound(messages, expected({ round: 1, ownKeys: [hex('A')] }))
    expect(shown(named)).toEqual({ B: 'B', C: 'C', D: 'D' })
  })

  test('collects the keys of subsets without this member, each named by its members', () => {
    const own = message('A', 'AB AC AD')
    for (const messages of [
      [fromB, fromC, fromD],
      [fromD, own, fromB, fromC, fromB],
    ])
      expect(shown(evaluateRound(messages, expected()))).toEqual({
        BC: expect.stringMatching(/^(BC|CB)$/),
        BD: expect.stringMatching(/^(BD|DB)$/),
        CD: expect.stringMatching(/^(CD|DC)$/),
      })
  })

  test('accepts a missing member only for incomplete messages, since others have its keys', () => {
    const messages = [fromB, fromC]
    expect(shown(evaluateRound(messages, expected({ incomplete: true })))).toEqual({
      BC: 'BC',
      BD: 'B',
      CD: 'C',
    })
    expect(() => evaluateRound(messages, expected())).toThrow(
      refusal(/had an unexpected number of recommendations\.$/),
    )
    expect(() => evaluateRound([fromB], expected({ incomplete: true }))).toThrow(
      refusal(/\(kex round: 2, num signers found: 1, num signers required: 2\)\.$/),
    )
  })

  test.each([
    [
      'a key too many',
      [message('B', 'AB BC BD BX'), message('C', 'AC BC CD BX'), fromD],
      /^A multisig signer recommended an unexpected number of pubkeys\.$/,
    ],
    [
      'a stranger',
      [message('B', 'BC BE'), message('C', 'BC CE'), message('E', 'BE CE')],
      /^Multisig kex message with unexpected signer encountered\.$/,
    ],
    [
      'two members that name all keys between them',
      [message('B', 'BC BX'), message('C', 'BC BX')],
      /\(kex round: 2, num signers found: 2, num signers required: 3\)\.$/,
    ],
  ])('error: %s', (_, messages, text) => {
    expect(() => evaluateRound(messages, expected())).toThrow(refusal(text))
  })

  test('error: own keys that are not those of this round', () => {
    const ownKeys = ['AB', 'AC'].map(hex)
    const messages = [message('B', 'BC BD'), message('C', 'BC CD'), message('D', 'BD CD')]
    expect(() => evaluateRound(messages, expected({ ownKeys }))).toThrow(
      refusal(/^Local account did not recommend expected number of multisig keys\.$/),
    )
  })
})

describe('evaluateVerification', () => {
  const ready = expected({ ownKeys: ['spend', 'view'].map(hex) })
  const all = [...'BCD'].map((member) => message(member, 'spend view', 4))
  const check =
    (messages: ExchangeMessage[], given = {}) =>
    () =>
      evaluateVerification(messages, { ...ready, ...given })

  test('accepts the same two keys from all others, or from one for incomplete messages', () => {
    expect(check(all)).not.toThrow()
    expect(check(all.slice(0, 1), { incomplete: true })).not.toThrow()
  })

  test.each([
    ['three keys', [...all, message('B', 'other', 4)], 'did not all contain two pubkeys'],
    [
      'keys that not all of them name',
      [...all.slice(1), message('B', 'spend', 4)],
      'did not all recommend the same pubkey pair',
    ],
    ['a missing member', all.slice(1), /signers found: 3, num signers required: 4\)\.$/],
    ['a stranger', [...all, message('E', 'spend view', 4)], 'An unknown origin recommended'],
    [
      'another spend key',
      [...'BCD'].map((member) => message(member, 'other view', 4)),
      "expected multisig pubkey wasn't found in input messages.",
    ],
    [
      'another view key',
      [...'BCD'].map((member) => message(member, 'spend other', 4)),
      "expected common pubkey wasn't found in input messages.",
    ],
  ])('error: %s', (_, messages, text) => {
    expect(check(messages)).toThrow(refusal(text))
  })
})

describe('requireRound', () => {
  test.each([
    ['no message', [], 'At least one input message expected.'],
    ['another round', [message('B', 'x', 3)], "Messages don't have the expected kex round number."],
    [
      'two rounds',
      [message('B', 'x'), message('C', 'x', 3)],
      'All messages must have the same kex round number.',
    ],
  ])('error: %s', (_, messages, text) => {
    expect(() => requireRound(messages, 2)).toThrow(text)
  })

  test('accepts messages of the round', () => {
    expect(() => requireRound([fromB, fromC], 2)).not.toThrow()
  })
})

test("choose equals Pascal's triangle", () => {
  for (let n = 1; n <= 16; n++)
    for (let k = 1; k <= n; k++) expect(choose(n, k)).toBe(choose(n - 1, k) + choose(n - 1, k - 1))
  expect([choose(0, 0), choose(0, 1), choose(15, 7)]).toEqual([1, 0, 6435])
})
