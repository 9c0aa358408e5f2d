/**
 * The node that wallets of this browser use. The address is not secret, and is stored in this browser.
 *
 * @module
 */
const key = 'nightjar.node'

/** Its origin; empty for the node of the page's server. */
export const storedNode = (): string => localStorage.getItem(key) ?? ''

export function storeNode(address: string): void {
  if (address === '') localStorage.removeItem(key)
  else localStorage.setItem(key, address)
}
