/**
 * The bootstrap node that an operator names, reached by whatever carries bytes on this platform.
 *
 * @module
 */
import { socksProxyOf, type SocksProxy } from '#protocol/socks.ts'
import { nowhere, type BootstrapPorts } from '../node/bootstrap/daemon.ts'
import { withLogin } from '../upstream/login.ts'
import type { UpstreamNode } from '../upstream/node.ts'

/** Whether one connection is to carry everything. */
type How = { single: boolean }

export type BootstrapCarriers = {
  direct: (origin: string, how: How) => UpstreamNode
  /** Through a SOCKS proxy; left out where the platform has no way to. */
  socks?: (origin: string, how: How, proxy: SocksProxy) => UpstreamNode
  random: (length: number) => Uint8Array
}

/** One behind a proxy is reached through it or not at all: going around it would tell who asks. */
export const bootstrapNode =
  ({ direct, socks, random }: BootstrapCarriers): BootstrapPorts['connect'] =>
  (origin, { proxy, username, password }) => {
    const through = socksProxyOf(proxy)
    const how = { single: username !== '' || password !== '' }
    const node = through ? (socks?.(origin, how, through) ?? nowhere) : direct(origin, how)
    return how.single ? withLogin(node, { username, password }, random) : node
  }
