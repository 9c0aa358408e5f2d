/**
 * The address of a daemon as callers give it.
 *
 * @module
 */

/**
 * The address to connect to; undefined if it is none. An empty one means the proxy of the page. Others stay as they are,
 * because messages contain them.
 *
 * @param encrypted - Adds `https://` where the scheme is missing.
 */
export function daemonUrl(address: string, encrypted: boolean): string | undefined {
  if (address === '') return address
  const schemed = /^[a-z]+:\/\//i.test(address)
  const url = schemed ? address : `${encrypted ? 'https' : 'http'}://${address}`
  if (!/^https?:\/\/(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:\/[\w./~-]*)?$/i.test(url))
    return undefined
  return encrypted ? url : address
}
