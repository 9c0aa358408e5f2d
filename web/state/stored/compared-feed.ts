/**
 * The second server whose scan feed is compared, stored in this browser. Its address is not secret.
 *
 * @module
 */
import { feedAddress } from '#protocol/network/feed-address.ts'

const key = 'nightjar.compared-feed'

/** The address that the user chose; empty for none. */
export const storedComparedFeed = (): string => feedAddress(localStorage.getItem(key) ?? '') ?? ''

export function storeComparedFeed(address: string): void {
  if (address === '') localStorage.removeItem(key)
  else localStorage.setItem(key, address)
}
