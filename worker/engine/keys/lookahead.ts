/**
 * How many subaddresses are watched: those that exist, and a number beyond the last one used.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'

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

/** Addresses beyond which their keys would take more than minutes to make, and gigabytes to watch. */
const maxWatched = 2 ** 22

/**
 * @throws RpcError UNKNOWN_ERROR for a lookahead that finds nothing, or is too large: the reference
 *   takes any of 32 bits, and answers nothing until all of it is made.
 * @see monero src/wallet/wallet2.cpp set_subaddress_lookahead
 */
export function requireLookahead({ accounts, addresses }: Lookahead): void {
  if (accounts === 0) throw refused('Subaddress major lookahead may not be zero')
  if (addresses === 0) throw refused('Subaddress minor lookahead may not be zero')
  if (accounts * addresses > maxWatched)
    throw refused(`Subaddress lookahead is too large: ${maxWatched} addresses at most`)
}

const refused = (message: string) => new RpcError('UNKNOWN_ERROR', message)
