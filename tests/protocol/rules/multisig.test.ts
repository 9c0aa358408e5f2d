import { describe, expect, test } from 'vitest'
import { keyRounds, mostSigners } from '#protocol/rules/multisig.ts'

describe('a multisig group', () => {
  // monero src/multisig/multisig_account.cpp multisig_kex_rounds_required
  test.each([
    [2, 2, 1],
    [2, 3, 2],
    [3, 3, 1],
    [1, 2, 2],
    [2, 16, 15],
  ])('of %i of %i members needs %i rounds of key exchange', (threshold, members, rounds) => {
    expect(keyRounds(threshold, members)).toBe(rounds)
  })

  test('has at most 16 members', () => {
    expect(mostSigners).toBe(16)
  })
})
