/**
 * Hosts and subnets that are banned, as long as the node runs.
 *
 * @module
 * @see monero src/p2p/net_node.inl block_host, block_subnet, is_host_blocked
 */
import { dataView } from '#protocol/bytes.ts'
import type { Clock } from '../types.ts'
import {
  contains,
  hostOf,
  parseHost,
  parseSubnet,
  subnetText,
  type Host,
  type Subnet,
} from './host.ts'

/** A ban that lasts; `ip` is 0 for what is no IPv4 address. */
export type Ban = { host: string; ip: number; seconds: number }

/** Of a `time_t`. */
const endOfTime = 2n ** 63n - 1n

/** As answers count them, in 32 bits. */
const secondsOn = (left: bigint) => Number(BigInt.asUintN(32, left))

type HostBan = { host: Host; until: bigint }
type SubnetBan = { subnet: Subnet; until: bigint }

export class Bans {
  readonly #clock: Clock
  readonly #hosts = new Map<string, HostBan>()
  readonly #subnets = new Map<string, SubnetBan>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Bans a host or a subnet, or lets it back. @returns False for what is neither. */
  set(address: string, ban: boolean, seconds: number): boolean {
    return this.#set(address, ban, this.#clock.now() + BigInt(seconds))
  }

  /** Bans a host or a subnet until the end of time. @returns False for what is neither. */
  setForEver(address: string): boolean {
    return this.#set(address, true, endOfTime)
  }

  #set(address: string, ban: boolean, until: bigint): boolean {
    const subnet = parseSubnet(address)
    if (subnet) {
      if (ban) this.#subnets.set(subnetText(subnet), { subnet, until })
      else this.#subnets.delete(subnetText(subnet))
      return true
    }
    const host = parseHost(address)
    if (host) this.#setHost(host, ban, until)
    return host !== undefined
  }

  /** Bans an IPv4 address, or lets it back: as a number, its first byte the lowest. */
  setIp(ip: number, ban: boolean, seconds: number) {
    this.#setHost(hostOf(bytesOf(ip)), ban, this.#clock.now() + BigInt(seconds))
  }

  #setHost(host: Host, ban: boolean, until: bigint) {
    if (ban) this.#hosts.set(host.text, { host, until })
    else this.#hosts.delete(host.text)
  }

  /** Seconds for which a host is still banned, 0 when it is not; undefined for what is no host. */
  left(address: string): bigint | undefined {
    const host = parseHost(address)
    if (!host) return undefined
    this.#forgetPast()
    const now = this.#clock.now()
    const own = this.#hosts.get(host.text)
    if (own) return own.until - now
    const { ipv4 } = host
    const within = ipv4 && inOrder(this.#subnets).find(({ subnet }) => contains(subnet, ipv4))
    return within ? within.until - now : 0n
  }

  /** Hosts, then subnets, each in the order of their text or address. */
  list(): Ban[] {
    this.#forgetPast()
    const now = this.#clock.now()
    const hosts = [...this.#hosts.values()]
      .sort((a, b) => (a.host.text < b.host.text ? -1 : 1))
      .map(({ host, until }) => ({
        host: host.text,
        ip: host.ipv4 ? numberOf(host.ipv4) : 0,
        seconds: secondsOn(until - now),
      }))
    const subnets = inOrder(this.#subnets).map(({ subnet, until }) => ({
      host: subnetText(subnet),
      ip: 0,
      seconds: secondsOn(until - now),
    }))
    return [...hosts, ...subnets]
  }

  #forgetPast() {
    const now = this.#clock.now()
    for (const bans of [this.#hosts, this.#subnets])
      for (const [text, { until }] of bans) if (until <= now) bans.delete(text)
  }
}

// As the reference compares them: their first byte is the lowest.
const inOrder = (subnets: ReadonlyMap<string, SubnetBan>) =>
  [...subnets.values()].sort(
    (a, b) =>
      numberOf(a.subnet.address) - numberOf(b.subnet.address) || a.subnet.mask - b.subnet.mask,
  )

const numberOf = (ipv4: Uint8Array) => dataView(ipv4).getUint32(0, true)

function bytesOf(ip: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, ip, true)
  return bytes
}
