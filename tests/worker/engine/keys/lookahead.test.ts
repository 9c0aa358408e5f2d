import { describe, expect, test } from 'vitest'
import {
  defaultLookahead,
  requireLookahead,
  watchedAccounts,
  watchedAddresses,
} from '../../../../worker/engine/keys/lookahead.ts'

const most = 2 ** 32 - 1

describe('the number of watched subaddresses', () => {
  // SUBADDRESS_LOOKAHEAD_MAJOR 50 and SUBADDRESS_LOOKAHEAD_MINOR 200 count the last used one.
  test.each([
    [0, 50, 200],
    [1, 50, 200],
    [2, 51, 201],
    [100, 149, 299],
  ])('with %i existing ones is %i accounts and %i addresses', (existing, accounts, addresses) => {
    expect(watchedAccounts(existing, defaultLookahead)).toBe(accounts)
    expect(watchedAddresses(existing, defaultLookahead)).toBe(addresses)
  })

  test('stays within the indices of 32 bits', () => {
    const lookahead = { accounts: most, addresses: most }
    expect(watchedAccounts(2, lookahead)).toBe(most)
    expect(watchedAddresses(most, lookahead)).toBe(most)
  })
})

describe('requireLookahead', () => {
  test.each([
    [1, 1],
    [50, 200],
    [1, 2 ** 22],
    [2 ** 11, 2 ** 11],
  ])('accepts %i accounts of %i addresses', (accounts, addresses) => {
    expect(() => requireLookahead({ accounts, addresses })).not.toThrow()
  })

  test.each([
    [0, 200, 'Subaddress major lookahead may not be zero'],
    [50, 0, 'Subaddress minor lookahead may not be zero'],
    [1, 2 ** 22 + 1, 'Subaddress lookahead is too large: 4194304 addresses at most'],
    [most, most, 'Subaddress lookahead is too large: 4194304 addresses at most'],
  ])('error: %i accounts of %i addresses', (accounts, addresses, message) => {
    expect(() => requireLookahead({ accounts, addresses })).toThrow(
      expect.objectContaining({ code: -1, message }),
    )
  })
})
