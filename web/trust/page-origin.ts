/** What protects the requests of a page. */
export type PageOrigin = 'onion' | 'https' | 'local' | 'plain'

/** @param protocol - As in `location`. */
export function pageOrigin(protocol: string, hostname: string): PageOrigin {
  if (/\.onion$/i.test(hostname)) return 'onion'
  if (protocol === 'https:') return 'https'
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(hostname)
  return isLocal || /\.localhost$/i.test(hostname) ? 'local' : 'plain'
}
