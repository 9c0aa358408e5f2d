/**
 * The origin of a node that is given as `HOST`, `HOST:PORT` or an http(s) URL; undefined for what is
 * none of them. Without a port it is monerod's, not that of the web.
 */
export function originOf(address: string): string | undefined {
  const text = /^https?:\/\//.test(address) ? address : `http://${address}`
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.pathname !== '/' || url.search || url.hash) return undefined
  // A login would be dropped unseen.
  if (url.username || url.password) return undefined
  if (!/:\d+\/?$/.test(text)) url.port = '18081'
  return url.origin
}
