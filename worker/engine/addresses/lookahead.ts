/**
 * How many subaddresses are watched: those that exist, and a number beyond the last one used.
 *
 * @module
 */

/** Subaddresses watched beyond the last one used. */
export type Lookahead = { accounts: number; addresses: number }

/** monero SUBADDRESS_LOOKAHEAD_MAJOR, SUBADDRESS_LOOKAHEAD_MINOR */
export const defaultLookahead: Lookahead = { accounts: 50, addresses: 200 }

const maxIndex = 0xffff_ffff

/**
 * How many accounts are watched.
 *
 * @param accounts - How many exist, 1 or more.
 * @see monero src/wallet/wallet2.cpp expand_subaddresses
 */
export const watchedAccounts = (accounts: number, lookahead: Lookahead): number =>
  Math.min(Math.max(accounts, 1) - 1 + lookahead.accounts, maxIndex)

/** How many addresses of an account are watched. @param addresses - How many exist, 0 or more. */
export const watchedAddresses = (addresses: number, lookahead: Lookahead): number =>
  Math.min(Math.max(addresses, 1) - 1 + lookahead.addresses, maxIndex)
