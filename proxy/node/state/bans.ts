/**
 * Banned hosts and subnets. Bans are kept in memory.
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

/** An active ban; `ip` is 0 for anything but an IPv4 address. */
export type Ban = { host: string; ip: number; seconds: number }

/** The largest `time_t`. */
const endOfTime = 2n ** 63n - 1n

/** Seconds in 32 bits, as answers contain them. */
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

  /** Bans or unbans a host or a subnet. @returns False for an invalid address. */
  set(address: string, ban: boolean, seconds: number): boolean {
    return this.#set(address, ban, this.#clock.now() + BigInt(seconds))
  }

  /** Bans a host or a subnet for ever. @returns False for an invalid address. */
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

  /** Bans or unbans an IPv4 address given as a number, lowest byte first. */
  setIp(ip: number, ban: boolean, seconds: number) {
    this.#setHost(hostOf(bytesOf(ip)), ban, this.#clock.now() + BigInt(seconds))
  }

  #setHost(host: Host, ban: boolean, until: bigint) {
    if (ban) this.#hosts.set(host.text, { host, until })
    else this.#hosts.delete(host.text)
  }

  /** Remaining seconds of a ban, 0 for a host that is not banned; undefined for an invalid address. */
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

  /** Hosts by text, then subnets by address. */
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

// The reference compares addresses as numbers, lowest byte first.
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
