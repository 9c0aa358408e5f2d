/**
 * Number of watched subaddresses: existing ones, and a lookahead beyond the last used one.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'

/** Lookahead beyond the last used subaddress. */
export type Lookahead = { accounts: number; addresses: number }

/** monero SUBADDRESS_LOOKAHEAD_MAJOR, SUBADDRESS_LOOKAHEAD_MINOR */
export const defaultLookahead: Lookahead = { accounts: 50, addresses: 200 }

const maxIndex = 0xffff_ffff

/**
 * Number of watched accounts.
 *
 * @param accounts - How many exist, 1 or more.
 * @see monero src/wallet/wallet2.cpp expand_subaddresses
 */
export const watchedAccounts = (accounts: number, lookahead: Lookahead): number =>
  Math.min(Math.max(accounts, 1) - 1 + lookahead.accounts, maxIndex)

/** Number of watched addresses of an account. @param addresses - How many exist, 0 or more. */
export const watchedAddresses = (addresses: number, lookahead: Lookahead): number =>
  Math.min(Math.max(addresses, 1) - 1 + lookahead.addresses, maxIndex)

/** Upper bound of addresses: more would take minutes to make and gigabytes to watch. */
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
