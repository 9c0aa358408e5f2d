/**
 * The bootstrap node: whether it is used, and requests to it.
 *
 * @module
 * @see monero src/rpc/core_rpc_server.cpp use_bootstrap_daemon_if_necessary
 */
import { parseJson, stringifyJsonBytes } from '#protocol/json/json.ts'
import { socksProxyOf } from '#protocol/network/socks.ts'
import { memberOf } from '../../member-of.ts'
import { readText, parseUpstream } from '../../upstream/forward.ts'
import {
  UpstreamUnavailable,
  type UpstreamRequest,
  type UpstreamNode,
} from '../../upstream/node.ts'
import { originOf } from '../../upstream/origin.ts'
import { NodeRpcError } from '../calls/errors.ts'
import type { Clock } from '../types.ts'
import type { Bootstrap, BootstrapSettings } from './types.ts'

export type BootstrapPorts = {
  /** Connects to a node, with the login and the SOCKS proxy of the settings. */
  connect: (origin: string, settings: BootstrapSettings) => UpstreamNode
  clock: Clock
  /** `IP:PORT` of a SOCKS proxy that overrides that of the settings. */
  proxy?: string | undefined
}

/** Number of blocks that the bootstrap node must be ahead. */
const ahead = 10n

/** Seconds between two checks of its height. */
const lookEvery = 30n

/** Without a node until `set` is called. */
export function bootstrapDaemon({ connect, clock, proxy = '' }: BootstrapPorts): Bootstrap {
  let origin: string | undefined
  let node = nowhere
  let isOn = false
  let wasUsed = false
  let lookedAt = -lookEvery

  /** Whether it is far enough ahead; undefined if it did not answer. */
  async function isAhead(asked: UpstreamNode, height: bigint): Promise<boolean | undefined> {
    lookedAt = clock.now()
    const info = await infoOf(asked)
    if (!info || info.height < info.target) return undefined
    return height + ahead < info.height
  }

  return {
    set(given) {
      const settings = { ...given, proxy: proxy || given.proxy }
      if (settings.proxy !== '' && !socksProxyOf(settings.proxy))
        throw new NodeRpcError('UNSPECIFIED', '')
      void node.close()
      isOn = given.address !== ''
      // Without peers no public nodes are known, so `auto` finds none.
      origin = isOn && given.address !== 'auto' ? originOf(given.address) : undefined
      node = origin === undefined ? nowhere : connect(origin, settings)
    },
    address: () => (origin === undefined ? '' : addressOf(origin)),
    wasEverUsed: () => wasUsed,
    isOn: () => isOn,
    async relay(ask, height) {
      if (!isOn) return undefined
      const asked = node
      if (clock.now() - lookedAt > lookEvery) {
        const further = await isAhead(asked, height)
        if (further === undefined || asked !== node) return undefined
        isOn = further
        if (!isOn) return undefined
      }
      wasUsed = true
      return asked.ask(ask).catch(failed)
    },
  }
}

/** A node that is never available. */
export const nowhere: UpstreamNode = {
  ask: () => Promise.reject(new UpstreamUnavailable('unsent')),
  close: async () => {},
}

function failed(error: unknown) {
  if (error instanceof UpstreamUnavailable) return 'failed' as const
  throw error
}

function addressOf(origin: string): string {
  const { hostname, port, protocol } = new URL(origin)
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`
}

/** Height and target height of a node; undefined if it does not report them. */
async function infoOf(node: UpstreamNode): Promise<{ height: bigint; target: bigint } | undefined> {
  const ask: UpstreamRequest = {
    path: '/getinfo',
    body: stringifyJsonBytes({}),
    contentType: 'application/json',
    once: false,
  }
  try {
    const text = await readText(await node.ask(ask))
    const info = parseUpstream(() => parseJson(text, { integers: 'bigint' }))
    const [height, target] = [memberOf(info, 'height'), memberOf(info, 'target_height')]
    if (memberOf(info, 'status') !== 'OK' || typeof height !== 'bigint') return undefined
    return { height, target: typeof target === 'bigint' ? target : 0n }
  } catch (error) {
    if (error instanceof UpstreamUnavailable) return undefined
    throw error
  }
}
