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
