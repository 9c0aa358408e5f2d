import { describe, expect, test } from 'vitest'
import { identity } from '../../../../worker/engine/keys/identity.ts'
import {
  groupError,
  hasSpendKey,
  isReady,
  membersOf,
  roundsOf,
  sortedKeys,
} from '../../../../worker/engine/multisig/group.ts'
import { makeGroup } from '../../../support/multisig/group-keys.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { smallOrder } from '../../../wasm/values.ts'

const crypto = await testCrypto()
const keys = Array.from({ length: 17 }, () => crypto.multiplyBase(crypto.randomScalar()))
const [own] = keys as [Uint8Array]

describe('a group of 2 of 4', () => {
  // Two rounds and the first message until each choice of two members knows all shares.
  test.each([
    [1, false, false],
    [2, false, false],
    [3, true, false],
    [Infinity, true, true],
  ])('after %d rounds: spend key %s, ready %s', async (rounds, spendKey, ready) => {
    const [member] = await makeGroup(2, 4, rounds)
    const { multisig } = member!
    expect(roundsOf(multisig)).toBe(3)
    expect([hasSpendKey(multisig), isReady(multisig)]).toEqual([spendKey, ready])
  })
})

describe('membersOf', () => {
  test.each([
    [1, 2],
    [2, 2],
    [16, 16],
  ])('returns the members of %d of %d in ascending order of bytes', (threshold, total) => {
    const members = membersOf(crypto, threshold, keys.slice(0, total), own)
    expect(members).toEqual(keys.slice(0, total).sort((a, b) => Buffer.compare(a, b)))
  })

  test.each<[string, number, Uint8Array[], string]>([
    ['threshold 0', 0, keys.slice(0, 2), 'invalid threshold.'],
    ['threshold 3 of 2', 3, keys.slice(0, 2), 'invalid threshold.'],
    ['one member', 1, keys.slice(0, 1), 'invalid number of signers.'],
    ['17 members', 2, keys, 'invalid number of signers.'],
    ['the identity', 2, [own, identity], 'signers, but a signer pubkey is invalid.'],
    [
      'a part of small order',
      2,
      [own, crypto.pointAdd(keys[1]!, smallOrder[4]!)!],
      'signers, but a signer pubkey is invalid.',
    ],
    [
      'others alone',
      2,
      keys.slice(1, 3),
      "signers, but did not find the account's base pubkey in signer list.",
    ],
    [
      'a member twice',
      2,
      [own, keys[1]!, keys[1]!],
      'signers, but there are duplicate signers unexpectedly.',
    ],
  ])('error: %s', (_, threshold, signers, why) => {
    expect(groupError(crypto, threshold, signers, own)).toBe(why)
    expect(() => membersOf(crypto, threshold, signers, own)).toThrow(
      expect.objectContaining({
        reason: 'UNKNOWN_ERROR',
        message: `multisig account: tried to set ${why}`,
      }),
    )
  })
})

test('sortedKeys compares all bytes as unsigned, and changes no list', () => {
  const [a, b, c] = [0x7f, 0x80, 0xff].map((last) => Uint8Array.of(...own.slice(0, 31), last))
  const given = [c!, a!, b!]
  expect(sortedKeys(given)).toEqual([a, b, c])
  expect(given).toEqual([c, a, b])
})
