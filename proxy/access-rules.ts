/**
 * Access rules: calls from web pages of our own origin and of listed origins only, and no DNS rebinding.
 *
 * `access-middleware.ts` applies them.
 *
 * @module
 */
import { isAddress, isLoopback, isPrivate } from '#protocol/network/ip-address.ts'

export type Access = {
  /** Listen address. */
  ip: string
  /** Host names of this server in addition to localhost; `*` for any, if no foreign name can be rebound to it. */
  hosts: readonly string[]
  /** Other origins whose pages may call; `*` for any. */
  origins: readonly string[]
}

/** The headers of a request that show its source. */
export type RequestSource = {
  method: string | undefined
  host: string | undefined
  origin: string | undefined
  /** `Sec-Fetch-Site`, which a page cannot forge. */
  site: string | undefined
  userAgent: string | undefined
  contentType: string | undefined
}

/**
 * Why a request is refused for its `Host`; undefined if it is allowed.
 *
 * A page that rebinds its own name to this server sends that name, so names must be known. IP addresses
 * cannot be rebound; if the server listens on all interfaces, all of them are allowed. A program may use
 * any name in a POST, such as that of a container, because pages send `Origin` with every POST.
 */
export function hostRefusal({ ip, hosts }: Access, source: RequestSource): string | undefined {
  const name = hostnameOf(source.host ?? '')
  const everywhere = ip === '0.0.0.0' || ip === '::'
  const served =
    hosts.includes('*') ||
    ['localhost', ip, ...hosts.map((known) => known.toLowerCase())].includes(name) ||
    isLoopback(name) ||
    (everywhere && isAddress(name)) ||
    (source.method === 'POST' && saysNothing(source) && !looksLikeBrowser(source))
  return served ? undefined : 'This host is not served here'
}

/**
 * Why a request is refused for its origin; undefined if it is allowed.
 *
 * Browsers send `Origin` with every POST, and `Sec-Fetch-Site` or their user agent with every GET. A
 * request of a browser without an origin is refused, because an image tag could send it, or a form in
 * a browser from before 2020. JSON is allowed, because neither can send it, and PowerShell has the user
 * agent Mozilla.
 */
export const originRefusal = (access: Access, source: RequestSource): string | undefined =>
  isAllowed(access, source) ? undefined : 'This origin is not allowed'

function isAllowed(access: Access, source: RequestSource): boolean {
  const { method, host, origin, site, contentType } = source
  if (origin !== undefined)
    return origin === `http://${host}` || origin === `https://${host}` || isListed(access, origin)
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const isJson = method === 'POST' && /^application\/json\b/i.test(contentType ?? '')
  return isJson || !looksLikeBrowser(source)
}

/**
 * Whether a page may read what is public, for a GET that shows its origin.
 *
 * A server on this machine or in a private network is public to pages from there only: others must not learn that it
 * exists.
 */
export function isPublicTo({ host, origin }: RequestSource): boolean {
  if (origin === undefined) return false
  return !isNear(host ?? '') || isNear(/^https?:\/\/(.+)$/.exec(origin)?.[1] ?? '')
}

/** Names without a dot, and those that end so, are of a private network: RFC 6761, RFC 6762. */
function isNear(host: string): boolean {
  const name = hostnameOf(host)
  return /^[^.:]+$|\.local(host)?$/.test(name) || isLoopback(name) || isPrivate(name)
}

const saysNothing = ({ origin, site }: RequestSource) => origin === undefined && site === undefined
const looksLikeBrowser = ({ userAgent }: RequestSource) => /^Mozilla\//.test(userAgent ?? '')

const isListed = ({ origins }: Access, origin: string) =>
  origins.includes('*') || origins.includes(origin)

/**
 * CORS headers that let pages of listed origins read the answer; empty for other origins.
 *
 * @see monero contrib/epee/include/net/http_protocol_handler.inl get_response_header
 */
export function sharingHeaders(
  access: Access,
  origin: string | undefined,
  method: string | undefined,
): [name: string, value: string][] {
  if (origin === undefined || !isListed(access, origin)) return []
  const headers: [string, string][] = [
    ['Access-Control-Allow-Origin', origin],
    ['Access-Control-Expose-Headers', 'www-authenticate'],
    ['Access-Control-Allow-Methods', 'POST, PUT, GET, OPTIONS'],
  ]
  if (method === 'OPTIONS')
    headers.push(['Access-Control-Allow-Headers', 'Content-Type, Authorization, X-Requested-With'])
  return headers
}

/** The name in a `Host` header: without port and final dot, lower case, IPv6 without brackets. */
const hostnameOf = (host: string) =>
  host
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()
