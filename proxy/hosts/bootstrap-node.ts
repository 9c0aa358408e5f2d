/**
 * Connects to the bootstrap node of the operator, with the HTTP clients of this platform.
 *
 * @module
 */
import { socksProxyOf, type SocksProxy } from '#protocol/network/socks.ts'
import { nowhere, type BootstrapPorts } from '../node/bootstrap/daemon.ts'
import { withLogin } from '../upstream/login.ts'
import type { UpstreamNode } from '../upstream/node.ts'

/** Whether one connection carries all requests. */
type ConnectionOptions = { single: boolean }

export type BootstrapCarriers = {
  direct: (origin: string, options: ConnectionOptions) => UpstreamNode
  /** Through a SOCKS proxy; absent on platforms that cannot. */
  socks?: (origin: string, options: ConnectionOptions, proxy: SocksProxy) => UpstreamNode
  random: (length: number) => Uint8Array
}

/** A node behind a proxy is never reached directly, because that would reveal our address. */
export const bootstrapNode =
  ({ direct, socks, random }: BootstrapCarriers): BootstrapPorts['connect'] =>
  (origin, { proxy, username, password }) => {
    const through = socksProxyOf(proxy)
    const options = { single: username !== '' || password !== '' }
    const node = through ? (socks?.(origin, options, through) ?? nowhere) : direct(origin, options)
    return options.single ? withLogin(node, { username, password }, random) : node
  }
