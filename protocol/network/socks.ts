/**
 * Where a SOCKS proxy is, as flags and `set_daemon` name it.
 *
 * @module
 * @see monero src/net/parse.cpp socks::endpoint::get
 */
import { isAddress } from './ip-address.ts'

export type SocksProxy = {
  host: string
  port: number
  /** Names are left to it in both: 4 is SOCKS 4a. */
  version: 4 | 5
  /** Its login, of version 5 alone. */
  username?: string
  password?: string
}

const versions: { readonly [scheme: string]: 4 | 5 } = {
  socks: 4,
  socks4: 4,
  socks4a: 4,
  socks5: 5,
}

/** The proxy at `[SCHEME://][NAME:PASSWORD@]IP:PORT`; undefined for what is none. */
export function socksProxyOf(text: string): SocksProxy | undefined {
  const [, scheme = 'socks', login, place = ''] =
    /^(?:([a-z\d]+):\/\/)?(?:([^@/]*)@)?([^@/]*)(?:\/.*)?$/i.exec(text) ?? []
  const version = versions[scheme]
  const [, bare = '', digits = ''] = /^(.*):(\d{1,5})$/.exec(place) ?? []
  const host = bare.replace(/^\[(.*)\]$/, '$1')
  const port = Number(digits)
  if (version === undefined || !isAddress(host) || port === 0 || port > 65_535) return undefined
  if (!login || login === ':') return { host, port, version }
  const known = decodedLogin(login)
  return version === 5 && known ? { host, port, version, ...known } : undefined
}

/** Each may hold what a URL may not, as `%3A`. */
function decodedLogin(login: string) {
  const colon = login.includes(':') ? login.indexOf(':') : login.length
  try {
    return {
      username: decodeURIComponent(login.slice(0, colon)),
      password: decodeURIComponent(login.slice(colon + 1)),
    }
  } catch {
    return undefined
  }
}
