/**
 * IP addresses as text.
 *
 * @module
 */

/** Whether it is a loopback address. */
export const isLoopback = (ip: string): boolean =>
  ip === '::1' || (isIpv4(ip) && ip.startsWith('127.'))

/**
 * Whether it is an address of a private network or link.
 *
 * @see RFC 1918, RFC 3927, RFC 4193, RFC 4291 2.5.6
 */
export const isPrivate = (ip: string): boolean =>
  isIpv4(ip)
    ? /^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(ip)
    : isIpv6(ip) && /^(f[cd][\da-f]{2}|fe[89ab][\da-f]):/i.test(ip)

// A regular expression, since not every host has node:net. Leading zeros are invalid.
const byte = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const ipv4 = new RegExp(`^${byte}(\\.${byte}){3}$`)
const isIpv4 = (name: string) => ipv4.test(name)

/** Whether it is an IP address. No DNS name contains a colon. */
export const isAddress = (name: string) => isIpv4(name) || isIpv6(name)

/** @see RFC 4291 2.2 */
function isIpv6(name: string): boolean {
  const halves = name.split('::')
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const dotted = groups.slice(-1).filter(isIpv4)
  const hex = groups.slice(0, groups.length - dotted.length)
  const size = hex.length + 2 * dotted.length
  if (!hex.every((group) => /^[\da-f]{1,4}$/i.test(group))) return false
  return halves.length === 1 ? size === 8 : halves.length === 2 && size < 8
}
