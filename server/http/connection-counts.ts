/**
 * Counts the connections of a port, and refuses those above the caps.
 *
 * @module
 * @see monero contrib/epee/include/net/http_server_impl_base.h is_host_limit
 */
import { isLoopback, isPrivate } from '#protocol/network/ip-address.ts'
import { networkOf, unmapped } from '../../proxy/client-address.ts'

/** The largest number of connections at once. */
export type ConnectionCaps = {
  total: number
  /** Of one loopback or private address. */
  perPrivateIp: number
  /** Of one other address; of IPv6, of a network of 64 bits. */
  perPublicIp: number
}

export class ConnectionCounts {
  readonly #caps: ConnectionCaps
  /** By client. */
  readonly #counts = new Map<string, number>()
  #total = 0

  constructor(caps: ConnectionCaps) {
    this.#caps = caps
  }

  /**
   * Counts a connection.
   *
   * @returns Ends it, to be called once; undefined when a cap is reached.
   */
  take(address: string): (() => void) | undefined {
    const ip = unmapped(address)
    const client = networkOf(ip)
    const count = this.#counts.get(client) ?? 0
    const { total, perPrivateIp, perPublicIp } = this.#caps
    const most = isLoopback(ip) || isPrivate(ip) ? perPrivateIp : perPublicIp
    if (this.#total >= total || count >= most) return undefined
    this.#total++
    this.#counts.set(client, count + 1)
    return () => this.#release(client)
  }

  #release(client: string) {
    this.#total--
    const left = this.#counts.get(client)! - 1
    if (left === 0) this.#counts.delete(client)
    else this.#counts.set(client, left)
  }
}
