/**
 * Recipients of payments.
 *
 * @module
 */
import type { Recipient } from '#protocol/interchange/construction.ts'
import type { Address } from '#protocol/address.ts'
import { sameBytes } from '#protocol/bytes.ts'
import type { Crypto } from '#wasm/types.ts'
import type { Secrets, SubaddressIndex } from '../store/records.ts'

export const recipientOf = ({ kind, spendKey, viewKey }: Address, original: string): Recipient => ({
  spendKey,
  viewKey,
  isSubaddress: kind === 'subaddress',
  isIntegrated: kind === 'integrated',
  original,
})

/** The recipient for an own address. @see monero src/device/device_default.cpp get_subaddress */
export function ownRecipient(
  crypto: Crypto,
  { viewSecret, spendPublic, viewPublic }: Secrets,
  { account, address }: SubaddressIndex,
): Recipient {
  const rest = { isIntegrated: false, original: '' }
  if (account === 0 && address === 0)
    return { spendKey: spendPublic, viewKey: viewPublic, isSubaddress: false, ...rest }
  const spendKey = crypto.subaddressSpendKeys(viewSecret, spendPublic, account, address, 1)
  const viewKey = crypto.multiply(viewSecret, spendKey)!
  return { spendKey, viewKey, isSubaddress: true, ...rest }
}

/** A random recipient for the zero-amount output. */
export function randomRecipient(crypto: Crypto): Recipient {
  const key = () => crypto.multiplyBase(crypto.randomScalar())
  const rest = { isSubaddress: false, isIntegrated: false, original: '' }
  return { spendKey: key(), viewKey: key(), ...rest }
}

export const sameRecipient = (a: Recipient, b: Recipient): boolean =>
  sameBytes(a.spendKey, b.spendKey) && sameBytes(a.viewKey, b.viewKey)
