/**
 * One port on an IPv4 address, and perhaps on an IPv6 one.
 *
 * @module
 * @see monero contrib/epee/include/net/abstract_tcp_server2.inl init_server
 */

export type ListenAddress = {
  ip: string
  ipv6: string | undefined
  /** 0 lets the system choose; the IPv6 address then has the same. */
  port: number
  /** The IPv4 address need not be had. */
  ignoresIpv4: boolean
}

/** Listens at an address. @param only.ipv6Only - Of an IPv6 address: what comes by IPv4 is another's. */
type ListenAt<T> = (ip: string, port: number, only: { ipv6Only: boolean }) => Promise<T>

/**
 * Listens at both, and adds to `opened` whatever does, so that it can be closed when another does not.
 *
 * @param explain - Why an address that need not be had is not, for a person.
 */
export async function openListener<T extends { port: number }>(
  { ip, ipv6, port, ignoresIpv4 }: ListenAddress,
  listenAt: ListenAt<T>,
  opened: T[],
  explain: (error: unknown) => string,
): Promise<void> {
  let first: T | undefined
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
