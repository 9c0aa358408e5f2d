/** The origin of a typed address, `http:` without a scheme; undefined for other texts, and for a login or a path. */
export function nodeOrigin(typed: string): string | undefined {
  const address = typed.trim()
  try {
    const url = new URL(/^[a-z]+:\/\//i.test(address) ? address : `http://${address}`)
    const { protocol, username, password, pathname, search, hash } = url
    const isBare = username + password + search + hash === '' && pathname === '/'
    const isWeb = protocol === 'http:' || protocol === 'https:'
    return isWeb && isBare && /^[\w.:[\]-]+$/.test(url.host) ? url.origin : undefined
  } catch {
    return undefined
  }
}

/** Host and port of an origin. */
export const hostOf = (origin: string): string => new URL(origin).host
