/**
 * The address of a SOCKS proxy, in the format of flags and `set_daemon`.
 *
 * @module
 * @see monero src/net/parse.cpp socks::endpoint::get
 */
import { isAddress } from './ip-address.ts'

export type SocksProxy = {
  host: string
  port: number
  /** 4 means SOCKS 4a. With both versions, the proxy resolves names. */
  version: 4 | 5
  /** Login. Version 4 sends the name alone. */
  username?: string
  password?: string
}

const versions: { readonly [scheme: string]: 4 | 5 } = {
  socks: 4,
  socks4: 4,
  socks4a: 4,
  socks5: 5,
}

/** Parses `[SCHEME://][NAME:PASSWORD@]IP:PORT`; undefined for other texts. */
export function socksProxyOf(text: string): SocksProxy | undefined {
  const [, scheme = 'socks', login, place = ''] =
    /^(?:([a-z\d]+):\/\/)?(?:([^@/]*)@)?([^@/]*)(?:\/.*)?$/i.exec(text) ?? []
  const version = versions[scheme]
  const [, bare = '', digits = ''] = /^(.*):(\d{1,5})$/.exec(place) ?? []
  const host = bare.replace(/^\[(.*)\]$/, '$1')
  const port = Number(digits)
  if (version === undefined || !isAddress(host) || port === 0 || port > 65_535) return undefined
  if (!login || login === ':') return { host, port, version }
  const decoded = decodedLogin(login)
  return version === 5 && decoded ? { host, port, version, ...decoded } : undefined
}

/** Name and password may contain escapes such as `%3A`. */
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
