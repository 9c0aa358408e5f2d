/**
 * Parses the addresses of peers in bans.
 *
 * @module
 * @see monero src/net/parse.cpp get_network_address, get_ipv4_subnet_address
 */
import { sameBytes } from '#protocol/bytes.ts'

/** A host: its text in answers, and the four bytes of an IPv4 address. */
export type Host = { text: string; ipv4?: Uint8Array }

/** `A.B.C.D/MASK`. */
export type Subnet = { address: Uint8Array; mask: number }

/** Undefined for an invalid address. */
export function parseHost(address: string): Host | undefined {
  const { host, port } = splitPort(address)
  const name = host.toLowerCase()
  if (name.endsWith('.onion')) return isOnion(name) ? { text: name } : undefined
  if (name.endsWith('.i2p')) return isI2p(name) ? { text: name } : undefined
  if (port && !(/^\d{1,5}$/.test(port) && Number(port) < 65_536)) return undefined
  const v6 = parseIpv6(host)
  if (v6) return { text: v6 }
  const ipv4 = parseIpv4(host)
  return ipv4 && hostOf(ipv4)
}

export const hostOf = (ipv4: Uint8Array): Host => ({ text: ipv4.join('.'), ipv4 })

/** Undefined for an invalid address or mask. */
export function parseSubnet(text: string): Subnet | undefined {
  const [, start, bits] = /^([^/]*)\/(\d{1,3})$/.exec(text) ?? []
  const address = start === undefined ? undefined : parseIpv4(start)
  const mask = Number(bits)
  if (!address || mask > 32) return undefined
  return { address: masked(address, mask), mask }
}

export const subnetText = ({ address, mask }: Subnet) => `${address.join('.')}/${mask}`

export const contains = ({ address, mask }: Subnet, ipv4: Uint8Array) =>
  sameBytes(masked(ipv4, mask), address)

/**
 * An IPv4 address as C's `inet_addr` reads it: one to four parts, decimal, octal or hex. The last part
 * fills the remaining bytes.
 */
function parseIpv4(text: string): Uint8Array | undefined {
  const parts = text.replace(/\s.*$/s, '').split('.').map(partOf)
  const last = parts.pop()
  if (last === undefined || parts.length > 3) return undefined
  if (parts.some((part) => part === undefined || part > 255)) return undefined
  if (last >= 256 ** (4 - parts.length)) return undefined
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, last)
  parts.forEach((part, at) => (bytes[at] = part!))
  // `inet_addr` returns this value for an error.
  return bytes.every((byte) => byte === 255) ? undefined : bytes
}

function partOf(text: string): number | undefined {
  if (/^0x[0-9a-f]{1,8}$/i.test(text)) return parseInt(text, 16)
  if (/^0[0-7]*$/.test(text)) return parseInt(text, 8)
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined
}

/** An IPv6 address in the form of `inet_ntop`, which monerod lists. */
function parseIpv6(text: string): string | undefined {
  if (!text.includes(':') || !/^[0-9a-fA-F:.]+$/.test(text)) return undefined
  const url = `http://[${text}]/`
  if (!URL.canParse(url)) return undefined
  const canonical = new URL(url).hostname.slice(1, -1)
  // An address with an IPv4 address in it has six zero groups, or five and ffff.
  const [, prefix, high, low] =
    /^(::(?:ffff:)?)([\da-f]{1,4}):([\da-f]{1,4})$/.exec(canonical) ?? []
  if (prefix === undefined) return canonical
  const bytes = [high!, low!].flatMap((group) => {
    const value = parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
  return prefix + bytes.join('.')
}

function splitPort(address: string): { host: string; port: string } {
  const bracket = address.lastIndexOf(']')
  if (bracket >= 0) {
    const port = bracket + 1 < address.length ? address.slice(address.lastIndexOf(':') + 1) : ''
    return { host: address.slice(1, bracket), port }
  }
  if (address.split(':').length > 2) return { host: address, port: '' }
  const [host = '', port = ''] = address.split(':')
  return { host, port }
}

const masked = (address: Uint8Array, mask: number) =>
  address.map((byte, at) => byte & (0xff00 >> Math.min(8, Math.max(0, mask - 8 * at))))

/** @see monero src/net/tor_address.cpp host_check, which checks only length and letters */
const isOnion = (host: string) => /^([a-z2-7]{16}|[a-z2-7]{56})\.onion$/.test(host)

const isI2p = (host: string) => /^[a-z2-7]{52}\.b32\.i2p$/.test(host)
