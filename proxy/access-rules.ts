/**
 * Who may ask: no web page but our own and those the operator lists, no DNS name rebound to us.
 *
 * Rules only: every host reads headers and refuses in its own way.
 *
 * @module
 */
import { isAddress, isLoopback } from '#protocol/ip-address.ts'

export type Access = {
  /** Address that is listened on. */
  ip: string
  /** Names beside localhost under which we are reached; `*` for any, where no name can be rebound. */
  hosts: readonly string[]
  /** Origins of pages that may ask beside our own; `*` for any. */
  origins: readonly string[]
}

/** What a request says of where it comes from. */
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
 * Why a request that came under its `Host` is refused; undefined when it is served.
 *
 * A page that rebinds its own name to us sends that name. So names must be known; an address of
 * digits cannot be rebound, and where every interface is served every one of them is. A program that
 * calls a name it was given, as that of a container, is no page: those send `Origin` with every POST.
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
 * Why a request of this source is refused; undefined when it is welcome.
 *
 * A page cannot hide what it is: browsers send `Origin` with every POST, and with a GET at least
 * `Sec-Fetch-Site` or their user agent. What looks like a browser and says nothing of its origin is
 * refused, for an image tag could send it, or a form of a browser from before 2020; but JSON, which
 * neither can send, is not: PowerShell calls itself Mozilla.
 */
export const originRefusal = (access: Access, source: RequestSource): string | undefined =>
  isWelcome(access, source) ? undefined : 'This origin is not allowed'

function isWelcome(access: Access, source: RequestSource): boolean {
  const { method, host, origin, site, contentType } = source
  if (origin !== undefined)
    return origin === `http://${host}` || origin === `https://${host}` || isListed(access, origin)
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const isJson = method === 'POST' && /^application\/json\b/i.test(contentType ?? '')
  return isJson || !looksLikeBrowser(source)
}

const saysNothing = ({ origin, site }: RequestSource) => origin === undefined && site === undefined
const looksLikeBrowser = ({ userAgent }: RequestSource) => /^Mozilla\//.test(userAgent ?? '')

const isListed = ({ origins }: Access, origin: string) =>
  origins.includes('*') || origins.includes(origin)

/**
 * Headers that let a page of a listed origin read the answer; none for others.
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
