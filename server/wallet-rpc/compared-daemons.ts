/**
 * The wallet's connections to its daemon, and to the daemons that it is compared with.
 *
 * All wallets share the samples of the compared daemons.
 *
 * @module
 */
import { NodeSampler } from '#protocol/daemon/node-samples.ts'
import { baseUrl } from '../../worker/adapters/daemon.ts'
import { daemonName } from '../../worker/engine/base/daemon-name.ts'
import type { Daemon, DaemonAddress, Log } from '../../worker/engine/base/ports.ts'
import { daemonConnection } from '../outgoing/wallet-daemon.ts'
import type { HostOptions } from './options.ts'

/** A payment may wait for the answers. They are small. */
const limits = { answerMs: 10_000, pieceMs: 10_000, maxBytes: 1024 * 1024 }

/**
 * Connections to daemons, with the compared daemons as other nodes. Through a SOCKS proxy, these have a circuit of
 * their own.
 */
export function comparedConnection(
  { proxy, comparedDaemons, scanFeed }: Pick<HostOptions, 'proxy' | 'comparedDaemons' | 'scanFeed'>,
  log: Log,
): (target: DaemonAddress) => Daemon {
  const connect = daemonConnection(proxy, log, { isLightNode: scanFeed })
  if (comparedDaemons.length === 0) return connect
  const compare = daemonConnection(proxy, log, { circuit: 'compare', ...limits })
  const nodes = comparedDaemons.map((target) => ({
    name: daemonName(target),
    calls: compare(target).rpc,
  }))
  const sampler = new NodeSampler(nodes, () => performance.now())
  const isSame = (one: string, other: string) =>
    baseUrl(one).toLowerCase() === baseUrl(other).toLowerCase()
  return (target) => ({
    ...connect(target),
    otherNodes: {
      // A daemon is no other node of itself.
      samples: async () =>
        (await sampler.samples()).filter(({ name }) => !isSame(name, target.address)),
      includeOwn: false,
    },
  })
}
