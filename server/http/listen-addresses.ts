/**
 * One port on an IPv4 address, and optionally on an IPv6 address.
 *
 * @module
 * @see monero contrib/epee/include/net/abstract_tcp_server2.inl init_server
 */
import { explain } from '../process/program.ts'
import type { Listener } from './listener.ts'

export type ListenAddresses = {
  ip: string
  ipv6: string | undefined
  /** 0 lets the system choose; the IPv6 address then gets the same port. */
  port: number
  /** A failure on the IPv4 address is not fatal. */
  ignoresIpv4: boolean
}

/** Listens at one address. @param only.ipv6Only - An IPv6 socket takes no IPv4 connections. */
type ListenAt = (ip: string, port: number, only: { ipv6Only: boolean }) => Promise<Listener>

/** Listens at both addresses. Adds each listener to `opened`, so that the caller can close all of them. */
export async function listenAtAll(
  { ip, ipv6, port, ignoresIpv4 }: ListenAddresses,
  listenAt: ListenAt,
  opened: Listener[],
): Promise<void> {
  let first: Listener | undefined
  try {
    first = await listenAt(ip, port, { ipv6Only: false })
    opened.push(first)
  } catch (error) {
    if (!ignoresIpv4) throw error
    console.error(`Failed to bind IPv4: ${explain(error)}`)
  }
  if (ipv6 === undefined) return
  try {
    opened.push(await listenAt(ipv6, first?.port ?? port, { ipv6Only: true }))
  } catch (error) {
    if (!first) throw error
    console.error(`Failed to bind IPv6: ${explain(error)}`)
  }
}
