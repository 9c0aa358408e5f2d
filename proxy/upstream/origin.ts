import { isLoopback, isPrivate } from '#protocol/network/ip-address.ts'

/**
 * The origin of a node given as `HOST`, `HOST:PORT` or an http(s) URL; undefined for anything else. The
 * default port is that of monerod.
 */
export function originOf(address: string): string | undefined {
  const text = /^https?:\/\//.test(address) ? address : `http://${address}`
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.pathname !== '/' || url.search || url.hash) return undefined
  // A login in a URL would be ignored silently, so it is refused.
  if (url.username || url.password) return undefined
  if (!/:\d+\/?$/.test(text)) url.port = '18081'
  return url.origin
}

/** Whether a node is on this machine or in a private network, where whole blocks cost little. */
export function isNearby(origin: string): boolean {
  const host = new URL(origin).hostname.replace(/^\[(.*)\]$/, '$1')
  return host === 'localhost' || isLoopback(host) || isPrivate(host)
}
